"""The lattice network: a flat patch to maps of the lines of a lattice and how far they lie aside."""

from torch import nn

from training.locate_net import LatticeNet, Separable, _conv


class PatchNet(LatticeNet):
    """The shape of the cell network, but with full convolutions where lines are seen closely.

    Patch (n, 3, h, w) of mean 0 and spread 1, sides divisible by 16, to maps (n, maps, h / 4, w / 4).
    """

    def __init__(self, maps: int) -> None:
        super().__init__(maps)
        self.stem = nn.Sequential(_conv(3, 16, 2), _conv(16, 24, 2), _conv(24, 24))
        self.middle = nn.Sequential(_conv(24, 48, 2), _conv(48, 48))
        self.low = nn.Sequential(
            Separable(48, 96, 2),
            Separable(96, 96, side=5),
            Separable(96, 96, side=5, spread=2),
            Separable(96, 96, side=5),
            Separable(96, 96, side=5, spread=2),
        )
        self.up_low = nn.Conv2d(96, 48, 1, bias=False)
        self.mix_middle = _conv(48, 48)
        self.mix = nn.Sequential(_conv(24, 24), _conv(24, 24))
        nn.init.zeros_(self.head.bias)
