"""The networks: small residual ones that read a sheet's 25 cells in a few milliseconds on one core."""

import torch
from torch import nn


def _conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions around which the input passes unchanged."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _conv(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The input plus what the convolutions add to it."""
        return torch.relu(x + self.second(self.first(x)))


VIEWS = 2  # of each cell: the writing framed, and the whole crop


class LetterNet(nn.Module):
    """Two views of 32 x 32 → 54 classes: capitals, small letters, empty, struck."""

    def __init__(self, classes: int = 54, widths: tuple[int, int, int] = (16, 64, 128)) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            *(_conv(VIEWS, a, 2, 5), Residual(a)),
            *(_conv(a, b, 2), Residual(b), Residual(b)),
            *(_conv(b, c, 2), Residual(c), Residual(c)),
        )
        gather = nn.Conv2d(c, c, 4, groups=c, bias=False)  # a mean that knows where in the cell it looks
        self.head = nn.Sequential(gather, nn.BatchNorm2d(c), nn.Flatten(), nn.Dropout(0.1), nn.Linear(c, classes))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits of each class."""
        return self.head(self.body(x))


class SecondLetterNet(nn.Module):
    """Two views of 32 x 32 → 54 classes, plainer and half as deep: a network of another make errs on other cells."""

    def __init__(self, classes: int = 54, widths: tuple[int, int, int] = (16, 64, 128)) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            _conv(VIEWS, a, 2, 5), Residual(a), _conv(a, b, 2), Residual(b), _conv(b, c, 2), Residual(c)
        )
        self.head = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.1), nn.Linear(c, classes))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits of each class."""
        return self.head(self.body(x))


class LikenessNet(nn.Module):
    """Two views of 32 x 32 of some cells, and pairs of them → the log odds that each pair is one letter.

    The body is a network of letters'; `training/likeness.py` fits the rest.
    """

    def __init__(self, widths: tuple[int, int, int] = (16, 64, 128), directions: int = 192) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            _conv(VIEWS, a, 2, 5), Residual(a), _conv(a, b, 2), Residual(b), _conv(b, c, 2), Residual(c)
        )
        self.told = nn.Sequential(nn.Flatten(), nn.Linear(c * 4 * 4, directions, bias=False))
        self.head = nn.Linear(2 * directions, 1)

    def forward(self, x: torch.Tensor, ones: torch.Tensor, twos: torch.Tensor) -> torch.Tensor:
        """Log odds of each pair; the order of the two does not matter."""
        told = self.told(self.body(x))
        one, two = told[ones], told[twos]
        return self.head(torch.cat([(one - two) ** 2, one * two], 1))[:, 0]


class NumberNet(nn.Module):
    """32 x 48 → what kind of entry it is (nothing, dash, one, two or three digits), and each digit."""

    def __init__(self, widths: tuple[int, int, int] = (16, 48, 96)) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            _conv(1, a, 2, 5), Residual(a), _conv(a, b, 2), Residual(b), _conv(b, c, 2), Residual(c)
        )
        self.head = nn.Sequential(
            nn.AvgPool2d((2, 1)),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(c * 2 * 6, 96),
            nn.ReLU(inplace=True),
            nn.Linear(96, 35),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Five logits of the kind, then ten for each of three digits."""
        return self.head(self.body(x))


class MarkNet(nn.Module):
    """40 x 40 → open, struck."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(_conv(1, 12, 2, 5), _conv(12, 24, 2), Residual(24), _conv(24, 48, 2))
        self.head = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(48, 2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits of open and struck."""
        return self.head(self.body(x))
