"""The observations and actions of an environment."""

import importlib
import json
from collections.abc import Callable
from typing import Any

from .transport import Message


def optional(name: str) -> Any:
    """Return a module, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


gymnasium = optional("gymnasium")
numpy = optional("numpy") if gymnasium else None

# The longest view in characters. Dominion for 6 players has about 12,000.
_TEXT = 1 << 16


Encode = Callable[[Any, list[Message]], Any]
"""A function of a view and its options that returns an observation."""


class Codec:
    """Turns updates into observations and actions into options.

    An observation is a dict: "observation" is the encoded view, by default as JSON,
    and "action_mask" marks the legal actions. An action is the number of an option.
    Options past the end of the mask cannot be chosen."""

    def __init__(self, actions: int, encode: Encode | None, space: Any, lenient: bool) -> None:
        self.actions, self.lenient = actions, lenient
        self.encode = encode or (lambda view, options: json.dumps(view))
        self.action_space: Any = None
        self.observation_space: Any = None
        if gymnasium:
            spaces = gymnasium.spaces
            if space is None:
                space = spaces.Text(_TEXT, min_length=0, charset=frozenset(map(chr, range(32, 127))))
            self.action_space = spaces.Discrete(actions)
            self.observation_space = spaces.Dict({"action_mask": spaces.Box(0, 1, (actions,), numpy.int8), "observation": space})

    def observe(self, update: Message) -> dict[str, Any]:
        """Return the observation of an update."""
        options = (update.get("decision") or {}).get("options") or []
        count = min(len(options), self.actions)
        mask: Any = [1] * count + [0] * (self.actions - count)
        if numpy:
            mask = numpy.array(mask, dtype=numpy.int8)
        return {"action_mask": mask, "observation": self.encode(update.get("view") or {}, options)}

    def info(self, update: Message) -> dict[str, Any]:
        """Return the options as text, for logs."""
        return {"options": [o["text"] for o in (update.get("decision") or {}).get("options") or []], "turn": update.get("turn", 0)}

    def option(self, update: Message, action: Any) -> int:
        """Return the option of an action. For an action outside the mask, return the default if
        the environment is lenient, and raise ValueError otherwise."""
        count = min(len(update["decision"]["options"]), self.actions)
        if 0 <= action < count and int(action) == action:
            return int(action)
        if not self.lenient:
            raise ValueError(f"action {action} is masked: the legal actions are 0 to {count - 1}")
        return 0
