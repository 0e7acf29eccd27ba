"""Who is trained on."""

from tests import needs

with needs.installed("torch", because="the training group is not installed"):
    from training.train import sources


def test_a_source_left_out_is_not_trained_on() -> None:
    wanted, named = (
        sources(free=False, apart=False, without="unipen/tos"),
        ("unipen/tos-031", "unipen/ced-001", "other"),
    )
    assert [wanted(name) for name in named] == [False, True, False]
