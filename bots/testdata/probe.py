"""A bot for tests of every part of the kit. The verb of the first option tells it what to do."""
import os
import select
import sys
import time

import gamed

real_select = select.select
sockets, expired = set(), set()


def fast_select(readable, writable, other, seconds=None):
    """Wait like select, but end the waits for the sockets that existed when the file PROBE_CLOCK appeared."""
    used = {*readable, *writable}
    sockets.update(used)
    end = None if seconds is None else time.monotonic() + seconds
    while not any(ready := real_select(readable, writable, other, 0.01)):
        if not expired and os.path.exists(os.environ["PROBE_CLOCK"]):
            expired.update(sockets)
        if end is not None and (time.monotonic() > end or used & expired):
            break
    return ready


if "PROBE_CLOCK" in os.environ:
    select.select = fast_select


class Probe(gamed.Bot):
    author = "Übung"

    def begin(self, game):
        print("noise in begin", game.seed)
        os.write(1, b"more noise\n")

    def choose(self, decision):
        print("noise in choose")
        return getattr(self, decision.options[0].do)(decision)

    def find(self, decision):
        return next(o for o in decision.options if o.text == "zwölf")

    def cards(self, decision):
        pick = decision.pick
        assert (pick.min, pick.max, pick.does, pick.zone, pick.ordered) == (1, 2, "discard", "hand", False)
        return [pick.cards[2], 0]

    def twice(self, decision):
        return [1, 1]

    def many(self, decision):
        return [0, 1, 2]

    def few(self, decision):
        return []

    def beyond(self, decision):
        return [0, 3]

    def option(self, decision):
        return decision.options[:1]

    def bare(self, decision):
        return decision.pick.cards[0]

    def unasked(self, decision):
        assert decision.pick is None
        return [0]

    def think(self, decision):
        while not os.path.exists(os.environ["PROBE_GO"]):
            time.sleep(0.01)
        return 0

    def fork(self, decision):
        before = decision.steps
        world = decision.fork(5, view=True)
        with world.copy() as other:
            other.apply(other.options[1], seed=7)
            assert other.over and other.won == [0] and other.value == 1000
        assert world.id == 1 and world.view == {"turn": 3} and world.value == 400
        assert decision.steps == before - 3
        return len(world.options) - 1

    def lose(self, decision):
        decision.fork()

    def events(self, decision):
        return len(decision.events) == 2 and decision.options[1]

    def resign(self, decision):
        return gamed.RESIGN

    def crash(self, decision):
        raise ValueError("the probe has crashed")

    def wrong(self, decision):
        return 7

    def over(self, game, result):
        print(game.id, "over:", result.won, result.view, file=sys.stderr)


gamed.run(Probe())
