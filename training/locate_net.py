"""The lattice detector: a small convolutional network from a photo to heat maps of cell centres and nodes."""

import torch
from torch import Tensor, nn


def _conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Separable(nn.Module):
    """A depthwise convolution and a mixing of channels; adds its input where the shapes agree."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, side: int = 3, spread: int = 1) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(inputs, inputs, side, stride, spread * (side // 2), spread, groups=inputs, bias=False),
            nn.BatchNorm2d(inputs),
            nn.Conv2d(inputs, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )
        self.keep = stride == 1 and inputs == outputs

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block."""
        y = self.body(x)
        return torch.relu(x + y if self.keep else y)


class LatticeNet(nn.Module):
    """Photo (n, 3, h, w), black -1 to white 1, sides divisible by 16, to maps (n, maps, h / 4, w / 4)."""

    def __init__(self, maps: int = 2) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 12, 2), Separable(12, 24, 2), Separable(24, 24))
        self.middle = nn.Sequential(Separable(24, 48, 2), Separable(48, 48), Separable(48, 48))
        self.low = nn.Sequential(
            Separable(48, 112, 2),
            Separable(112, 112, side=5),
            Separable(112, 112, side=5, spread=2),
            Separable(112, 112, side=5),
            Separable(112, 112, side=5, spread=2),
        )
        self.up_low = nn.Conv2d(112, 48, 1, bias=False)
        self.mix_middle = nn.Sequential(Separable(48, 48), Separable(48, 48))
        self.up_middle = nn.Conv2d(48, 24, 1, bias=False)
        self.mix = nn.Sequential(Separable(24, 24), Separable(24, 24))
        self.head = nn.Conv2d(24, maps, 1)
        nn.init.constant_(self.head.bias, -4.0)

    def forward(self, photo: Tensor) -> Tensor:
        """Give the logits of both heat maps."""
        fine = self.stem(photo)
        middle = self.middle(fine)
        low = self.low(middle)
        middle = self.mix_middle(middle + _grown(self.up_low(low)))
        return self.head(self.mix(fine + _grown(self.up_middle(middle))))


def _grown(x: Tensor) -> Tensor:
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")
