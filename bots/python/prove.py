"""Prove that the chance of a finished game was fair, without running gamed.

    python3 prove.py URL GAME [COMMIT]

URL is a server such as http://localhost:8080. COMMIT is the commitment that you received
with joined. The section "Fair chance" in docs/protocol.md describes the rules. The program checks the
commitment, the salts and the opening hands. It does not check the choices, which gamed verify replays.
If a check fails, the program prints the reason and exits with status 1."""

import hashlib
import hmac
import json
import struct
import sys
import urllib.request

WORD, LONG = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF


class Unfair(Exception):
    """A check that failed."""


def chacha8(key):
    """Yield the 64-bit numbers of a 32-byte key."""
    while True:
        for counter in range(0, 16, 4):
            numbers = _blocks(key, counter)
            if counter < 12:
                yield from numbers
            else:
                yield from numbers[:28]
                key = struct.pack("<4Q", *numbers[28:])


def _blocks(key, counter):
    """Return four blocks of ChaCha8, interleaved, as 32 numbers."""
    columns = []
    for lane in range(4):
        start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter + lane, 0, 0, 0]
        x = start[:]
        for _ in range(4):
            for a, b, c, d in (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), \
                    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14):
                for into, add, mix, turn in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                    x[into] = (x[into] + x[add]) & WORD
                    y = x[mix] ^ x[into]
                    x[mix] = (y << turn | y >> 32 - turn) & WORD
        columns.append([(x[i] + start[i]) & WORD if 4 <= i < 12 else x[i] for i in range(16)])
    words = [columns[lane][row] for row in range(16) for lane in range(4)]
    return [low | high << 32 for low, high in zip(words[::2], words[1::2])]


class Rand:
    """The generator of random numbers in a position."""

    def __init__(self, seed):
        self.state = seed

    def n(self, n):
        """Return a number from 0 to n-1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & LONG
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & LONG
        z = (z ^ z >> 27) * 0x94D049BB133111EB & LONG
        return ((z ^ z >> 31) >> 32) * n >> 32


def mixed(key, nonces):
    """Return the key of the deal: the HMAC of the nonces, or the key itself without nonces."""
    if not any(nonces):
        return key
    text = b"gamed nonces v1\0" + b"".join(bytes([len(n)]) + n.encode() for n in nonces)
    return hmac.new(key, text, hashlib.sha256).digest()


def elements(rand, setup, rules):
    """Deal Elements: return the hand of each seat."""
    order = [card["name"] for card in rules["cards"]]
    hands = []
    for seat in range(setup["seats"]):
        text = setup["decks"][seat].strip()
        if any(c in "\n#0123456789" for c in text):
            lines = (line.split("#")[0].split(None, 1) for line in text.split("\n"))
            cards = [card for line in lines if line for card in [line[1].strip()] * int(line[0])]
        else:
            ready = {d["name"]: d["cards"] for d in rules["decks"]}
            counts = ready[text or list(ready)[seat % len(ready)]]
            cards = [card for card, count in counts.items() for _ in range(count)]
        deck = sorted(cards, key=order.index)
        for i in range(len(deck) - 1, 0, -1):
            j = rand.n(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        hands.append(sorted(deck[-3:]))
    return hands


def dominion(rand, setup, _):
    """Deal Dominion: return the hand of each seat."""
    if setup.get("table", {}).get("kingdom") == "random":
        return None  # the draw of the kingdom comes first
    hands = []
    for _ in range(setup["seats"]):
        coppers, hand = 7, []
        for cards in range(10, 5, -1):
            copper = rand.n(cards) < coppers
            coppers -= copper
            hand.append("Copper" if copper else "Estate")
        hands.append(sorted(hand))
    return hands


def prove(records, commit=""):
    """Check the commitment, the seed and every salt of a log. Return the seed of the deal,
    the setup with the decks of the players, and the number of salts."""
    header = records[0]["header"]
    key, setup = bytes.fromhex(header["key"]), dict(header["setup"])
    if commit and hashlib.sha256(key + bytes.fromhex(header.get("salt", ""))).hexdigest() != commit:
        raise Unfair("the key and salt do not match the commitment")
    nonces = [""] * setup["seats"]
    decks = setup["decks"] = [*(setup.get("decks") or []), *nonces][:setup["seats"]]
    for sat in (r["seat"] for r in records if r["t"] == "seat"):
        nonces[sat["seat"]] = sat.get("nonce", "")
        decks[sat["seat"]] = sat.get("deck") or decks[sat["seat"]]
    numbers = (n | 1 for n in chacha8(mixed(key, nonces)))
    seed, salts = next(numbers), 0
    # Old logs have the seed as a number, which a copy may have rounded.
    if not any(nonces) and float(seed) != float(setup["seed"]):
        raise Unfair("the seed of the deal does not come from the key")
    for line, r in enumerate(records, 1):
        if r["t"] == "request":
            salts += 1
            if int(r["request"]["salt"], 16) != next(numbers):
                raise Unfair(f"the salt in record {line} does not come from the key")
    return seed, setup, salts


def shown(side):
    """Return the sorted hand of a side of a view."""
    counts = side.get("hand_cards")
    if counts is None:
        return sorted(side["cards"])
    return sorted(card for card, count in counts.items() for _ in range(count))


def main(url, game, commit=""):
    def get(path):
        with urllib.request.urlopen(url.rstrip("/") + "/api/" + path) as answer:
            return answer.read().decode()

    records = [json.loads(line) for line in get(f"games/{game}/log").splitlines()]
    seed, setup, salts = prove(records, commit)
    print(f"{salts} salts come from the key" + (", which matches the commitment" if commit else ""))
    header = records[0]["header"]
    deal = {"elements": elements, "dominion": dominion}.get(header["rules"])
    hands = deal and not header.get("from") and deal(Rand(seed), setup, json.loads(get("rules/" + header["rules"])))
    if not hands:
        print("the deal is not checked: this program deals Elements, and Dominion unless the kingdom is random")
        return
    for seat, hand in enumerate(hands):
        page = json.loads(get(f"games/{game}/replay?seat={seat}&from=0&count=1"))
        cards = shown(page["list"][0]["view"]["sides"][seat])
        if cards != hand:
            raise Unfair(f"seat {seat} began with {cards}, but the key deals {hand}")
    print("the opening hands come from the key")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Unfair as e:
        sys.exit(f"unfair: {e}")
