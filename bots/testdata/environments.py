"""Tests the learning environments by playing in them. Also runs the checks of gymnasium and
pettingzoo if these are installed."""
import random

from gamed.aec import GamedAECEnv
from gamed.env import GamedEnv


def allowed(observation, chance):
    return chance.choice([i for i, may in enumerate(observation["action_mask"]) if may])


def episodes(env, seed, count):
    """Play with one agent and return its observations and rewards."""
    chance, story = random.Random(1), []
    for n in range(count):
        observation, info = env.reset(seed=seed if n == 0 else None)
        over = False
        while not over:
            assert sum(observation["action_mask"]) == len(info["options"])
            observation, reward, over, truncated, info = env.step(allowed(observation, chance))
            story.append((observation["observation"], reward))
            assert not truncated and (over or reward == 0)
        assert reward in (-1, 0, 1) and sum(observation["action_mask"]) == 0
    return story


def cycle(env, seed):
    """Play with all agents and return their observations and rewards."""
    env.reset(seed=seed)
    chance, story = random.Random(1), []
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        story.append((agent, observation["observation"], reward))
        env.step(None if over else allowed(observation, chance))
    assert sorted(step[2] for step in story[-2:]) in ([-1, 1], [0, 0])
    return story


def closing(env):
    class Closing:
        def __enter__(self):
            return env

        def __exit__(self, *_):
            env.close()

    return Closing()


with closing(GamedEnv()) as env, closing(GamedEnv()) as other:
    first = episodes(env, 7, 2)
    assert first == episodes(env, 7, 2), "the same seed"
    assert first == episodes(other, 7, 2), "another environment"
    assert first != episodes(env, 8, 2), "another seed"
    observation, _ = env.reset()
    env.reset()  # in mid-game
    for action in (127, -1, 0.5):
        try:
            env.step(action)
        except ValueError as error:
            assert "masked" in str(error)
        else:
            raise AssertionError(f"action {action} is no error")

with closing(GamedEnv(lenient=True)) as env:
    env.reset()
    env.step(127)  # plays the default

with closing(GamedEnv("dominion", ["random", "random"], seat=2, encode=lambda view, options: [view["coins"], len(options)])) as env:
    observation, _ = env.reset(seed=1)
    assert len(observation["observation"]) == 2

with closing(GamedAECEnv()) as env:
    assert cycle(env, 3) == cycle(env, 3), "the same seed"
    env.reset()
    env.reset()

try:
    from gymnasium.utils.env_checker import check_env
except ImportError:
    print("gymnasium: not installed")
else:
    with closing(GamedEnv(lenient=True)) as env:
        check_env(env, skip_render_check=True)
    print("gymnasium: checked")

try:
    from pettingzoo.test import api_test, seed_test
except ImportError:
    print("pettingzoo: not installed")
else:
    with closing(GamedAECEnv()) as env:
        api_test(env, num_cycles=100)
    seed_test(GamedAECEnv, num_cycles=20)
    print("pettingzoo: checked")
