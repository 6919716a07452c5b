"""Environments: Gymnasium's own check, the same bits in any form, and messages of mistakes."""

import copy
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest

gym = pytest.importorskip("gymnasium")

import kamm  # noqa: E402
import kamm.gym  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

tasks = list(kamm.gym.TASKS)
modes = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED]
is_long = os.environ.get("KAMM_TIER", "short") != "short"
ridden = ("Balance", "Trial")  # by a torque, which only full has
drives = pytest.mark.drives  # conftest.py


def seen_with(*few):
    """All tasks; under the sanitizers those few, as the others differ by what the C tests drive there (test_env.c)."""
    return pytest.mark.parametrize("task", [pytest.param(task, marks=() if task in few else drives) for task in tasks])


def quick(task):
    return {"rung": "full" if task in ridden else "single_track", "max_steps": 150}


def make(task, count, **options):
    return gym.make_vec(f"Kamm/{task}-v0", num_envs=count, **{**quick(task), **options})


def some_actions(rng, advice):
    """Mostly what the task's own driver would do, so that episodes last, with some noise."""
    return np.clip(advice + rng.normal(0, 0.05, advice.shape), -1, 1).astype(np.float32)


@seen_with("Parking", "Trailer", "Balance")
@pytest.mark.filterwarnings("ignore:.*Box observation space.*")
def test_gymnasium_finds_nothing_wrong(task):
    pytest.importorskip("PIL")
    check_env(gym.make(f"Kamm/{task}-v0", render_mode="rgb_array", **quick(task)).unwrapped)


@pytest.mark.parametrize("task, mode", [  # the sanitizers see each mode with one task
    pytest.param(task, mode, marks=() if task in ("Moose", "Parking", "Trailer") and (i + k) % len(modes) == 0 else drives)
    for i, task in enumerate(tasks) for k, mode in enumerate(modes)
])  # fmt: skip
def test_many_are_single_ones(task, mode):
    count, steps = 5, 10_000 if is_long else 500 if task in ridden else 1000
    rung = "full" if task in ridden or is_long and mode is AutoresetMode.NEXT_STEP else "single_track"
    options = {"rung": rung, "max_steps": 130}
    many = make(task, count, autoreset_mode=mode, threads=2, **options)
    singles = [gym.make(f"Kamm/{task}-v0", **options).unwrapped for _ in range(count)]
    rng = np.random.default_rng(1)
    seen, _ = many.reset(seed=7)
    for i, single in enumerate(singles):
        assert np.array_equal(single.reset(seed=7 + i)[0], seen[i])
    over, episodes = np.zeros(count, bool), 0
    for step in range(steps):
        drive = many.unwrapped.advice()
        for i, single in enumerate(singles):
            assert np.array_equal(single.advice(), drive[i]), (step, i)
        actions = some_actions(rng, drive)
        actions[:, 0] = actions[:, 0] if step % 400 < 300 else 0.9  # leave the track now and then
        seen, reward, terminated, truncated, info = many.step(actions)
        for i, single in enumerate(singles):
            if over[i]:  # NEXT_STEP
                own = single.reset()[0], 0.0, False, False, {}
            else:
                own = single.step(actions[i])
            ended = own[2] or own[3]
            if ended:
                figures = info.get("final_info", info)
                assert all(figures[name][i] == value for name, value in own[4].items())
                episodes += 1
            expected = own[0]
            if ended and mode is AutoresetMode.SAME_STEP:
                assert np.array_equal(info["final_obs"][i], own[0]) and info["_final_obs"][i]
                expected = single.reset()[0]
            assert np.array_equal(seen[i], expected), (step, i)
            assert (reward[i], terminated[i], truncated[i]) == (np.float32(own[1]), own[2], own[3]), (step, i)
        over = (terminated | truncated) & (mode is AutoresetMode.NEXT_STEP)
        if mode is AutoresetMode.DISABLED and (terminated | truncated).any():
            mask = terminated | truncated
            seen, _ = many.reset(options={"reset_mask": mask})
            for i in np.flatnonzero(mask):
                assert np.array_equal(singles[i].reset()[0], seen[i])
    assert episodes > 3 * count


@seen_with("Parking")
def test_nothing_depends_on_number_and_threads(task):
    options = {"randomise": {"payload.mass_kg": (0, 300), "axles[0].tyre.lmuy": (0.8, 1.1)}, "max_steps": 60}
    if task in ridden:
        options["randomise"]["payload.mass_kg"] = 0, 10
    if task == "Trailer":
        options["randomise"]["trailer.payload.mass_kg"] = (0, 200)
    options["rung"] = "full" if task in ("Track", "Overtake", *ridden) else "single_track"
    runs = []
    for count, threads in ((40, 2), (40, 1), (17, 2)):
        env = make(task, count, threads=threads, **options)
        seen = [env.reset(seed=3)[0][:17]]
        rng = np.random.default_rng(2)
        for _ in range(150):
            noise = rng.normal(0, 0.05, (40, env.action_space.shape[1]))[:count]
            actions = np.clip(env.unwrapped.advice() + noise, -1, 1).astype(np.float32)
            seen.append(env.step(actions)[0][:17])
        runs.append(np.array(seen))
    assert np.array_equal(runs[0], runs[1]) and np.array_equal(runs[0], runs[2])
    assert not np.array_equal(runs[0][:, 0], runs[0][:, 1])


def test_seeds_may_be_a_list():
    env = make("Track", 3)
    seen, _ = env.reset(seed=[5, 9, 5])
    assert np.array_equal(seen[0], seen[2]) and not np.array_equal(seen[0], seen[1])
    next_seen, _ = env.reset()
    assert np.array_equal(next_seen[0], next_seen[2]) and not np.array_equal(next_seen[0], seen[0])
    with pytest.raises(ValueError, match="wanted 3"):
        env.reset(seed=[1, 2])
    with pytest.raises(ValueError, match="0 or more"):
        env.reset(seed=[1, 2, -3])


@pytest.mark.parametrize("task", tasks)
def test_an_action_that_is_no_number_ends_the_episode_and_is_told(task):
    env = make(task, 20)
    env.reset(seed=1)
    actions = np.zeros(env.action_space.shape, np.float32)
    actions[3, 0] = np.nan
    actions[5, -1] = np.inf
    seen, reward, terminated, truncated, info = env.step(actions)
    assert set(np.flatnonzero(truncated)) == {3, 5} and not terminated[[3, 5]].any()
    assert np.isfinite(seen).all() and np.isfinite(reward).all()
    assert info["fault"][3] == 2 and info["fault"][4] == 0 and info["_fault"][3]
    actions[:] = 0
    seen, reward, terminated, truncated, _ = env.step(actions)
    assert reward[3] == 0 and not truncated[3]
    single = gym.make(f"Kamm/{task}-v0", **quick(task)).unwrapped
    single.reset(seed=1)
    action = np.full(single.action_space.shape, np.nan, np.float32)
    *_, truncated, info = single.step(action)
    assert truncated and info["fault"] == 2


def test_parameters_are_drawn_anew():
    env = make("Track", 6, rung="full", randomise={"body.mass_kg": (1400, 1900)}, autoreset_mode="SameStep", max_steps=20)
    env.reset(seed=2)
    actions = np.tile(np.float32([0, 1]), (6, 1))
    gains = []
    for _ in range(3):
        for _ in range(20):
            seen, *_ = env.step(actions)
        gains.append(seen[:, 4].copy())
    assert len(np.unique(np.round(gains, 4))) > 12
    for ranges, message in (({"body.mass_kg": (-5, 10)}, "mass"), ({"body.mass_kg": (2000, 1000)}, "lower")):
        with pytest.raises(ValueError, match=message):
            make("Track", 2, randomise=ranges)
    with pytest.raises(KeyError, match="mass_kg"):
        make("Track", 2, randomise={"body.mas_kg": (1, 2)})


def test_trailers_are_drawn_anew():
    def speed_after_half_a_second(lightest_kg, heaviest_kg):
        env = make("Trailer", 8, randomise={"trailer.body.mass_kg": (lightest_kg, heaviest_kg)})
        env.reset(seed=3)
        for _ in range(25):
            seen, *_ = env.step(np.tile(np.float32([0, -1]), (8, 1)))
        return -seen[:, [column.name for column in env.unwrapped.core.columns].index("forward_speed")]

    light, heavy, drawn = (speed_after_half_a_second(*masses) for masses in ((600, 600), (1500, 1500), (600, 1500)))
    assert (light > heavy + 0.01).all()
    assert ((heavy < drawn) & (drawn < light)).all() and np.ptp(drawn) > 0.1 * (light - heavy).mean()
    with pytest.raises(KeyError, match="mass_kg"):
        make("Trailer", 2, randomise={"trailer.body.mas_kg": (1, 2)})


@seen_with("Parking", "Trailer")
def test_copies_go_on_with_the_same_bits(task):
    env = make(task, 20, randomise={"payload.mass_kg": (0, 10 if task in ridden else 300)}).unwrapped
    env.reset(seed=4)
    for _ in range(170):
        env.step(env.advice())
    twins = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    for _ in range(60):
        actions = env.advice()
        seen = env.step(actions)
        for twin in twins:
            assert np.array_equal(twin.advice(), actions)
            own = twin.step(actions)
            assert all(np.array_equal(a, b) for a, b in zip(seen[:4], own[:4]))
    single = gym.make(f"Kamm/{task}-v0", **quick(task)).unwrapped
    single.reset(seed=4)
    single.step(single.advice())
    twin = copy.deepcopy(single)
    action = single.action_space.sample()
    assert np.array_equal(single.step(action)[0], twin.step(action)[0])
    assert np.array_equal(single.reset()[0], twin.reset()[0])


def test_arrays_are_copies_unless_they_are_not_wanted():
    env = make("Track", 4)
    first, _ = env.reset(seed=1)
    before = first.copy()
    second, *_ = env.step(np.ones((4, 2), np.float32))
    assert np.array_equal(first, before) and second is not first
    env = make("Track", 4, copy=False)
    first, _ = env.reset(seed=1)
    assert env.step(np.ones((4, 2), np.float32))[0] is first and not np.array_equal(first, before)


def test_mistakes_are_told():
    env = make("Track", 4)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"wanted shape \(4, 2\)"):
        env.step(np.zeros((4, 3), np.float32))
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": [1, 0, 0, 0]})
    with pytest.raises(KeyError, match="no such path"):
        make("Track", 1, track="nowhere")
    with pytest.raises(KeyError, match="no such rung"):
        make("Track", 1, rung="fast")
    with pytest.raises(ValueError, match="substeps_per_s"):
        make("Track", 1, substeps_per_s=333)
    with pytest.raises(ValueError, match="one plane"):
        make("Track", 1, ground=kamm.World("proving-ground"))
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.step(np.zeros((4, 2), np.float32))
    single = gym.make("Kamm/Track-v0").unwrapped
    single.close()
    with pytest.raises(RuntimeError, match="closed"):
        single.reset(seed=1)


def test_one_environment_in_two_threads_is_told():
    env = make("Track", 2000, threads=1).unwrapped
    env.reset(seed=1)
    actions, told = np.zeros((2000, 2), np.float32), []

    def drive():
        for _ in range(20):
            try:
                env.step(actions)
            except RuntimeError as error:
                told.append(str(error))

    both = [threading.Thread(target=drive) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert told and "another thread" in told[0]


def test_without_gymnasium_the_pip_line_is_told():
    code = "import sys; sys.modules['gymnasium'] = None\nimport kamm.gym"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode and "pip install 'gymnasium" in done.stderr


def test_a_csv_is_a_track(tmp_path):
    angle = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    rows = np.column_stack([60 * np.cos(angle), 40 * np.sin(angle), 4 + 0 * angle, 5 + np.sin(angle)])
    path = tmp_path / "oval.csv"
    np.savetxt(path, rows, delimiter=",", header="x_m,y_m,w_tr_right_m,w_tr_left_m")
    env = make("Track", 50, track=path)
    seen, _ = env.reset(seed=1)
    room = (seen[:, 0] + seen[:, 1]) * 10
    assert room.min() > 7.8 and room.max() < 10.2 and np.ptp(room) > 1
    path.write_text("1,2,3\n4,5,6\n")
    with pytest.raises(ValueError, match="of 4 numbers"):
        make("Track", 1, track=path)


def test_tracks_are_generated_by_seed():
    outlines = [gym.make("Kamm/Track-v0", track=seed).unwrapped.core.draw(0)[1] for seed in (1, 1, 2)]
    assert outlines[0] == outlines[1] != outlines[2]


def score(task, steps, **options):
    """Figures of the first episodes of the task's own driver."""
    env = make(task, 16, autoreset_mode="Disabled", **{"rung": "full", "max_steps": steps, **options}).unwrapped
    env.reset(seed=0)
    figures = {}
    for _ in range(steps):
        *_, terminated, truncated, info = env.step(env.advice())
        for i in np.flatnonzero(terminated | truncated):
            figures[i] = {name: values[i] for name, values in info.items()}
            figures[i]["terminated"] = terminated[i]
    assert len(figures) == 16
    return [figures[i] for i in sorted(figures)]


def mean(runs, name):
    return np.mean([run[name] for run in runs])


@drives
def test_our_driver_laps_the_generated_track():
    runs = score("Track", 4000, track=3, rung="double_track")
    assert not any(run["terminated"] for run in runs)
    assert min(run["laps"] for run in runs) >= 1


# What docs/environments.md tells of the tasks' own drivers.
@drives
def test_our_driver_keeps_to_the_circuit():
    runs = score("Track", 1500)
    assert not any(run["terminated"] for run in runs) and mean(runs, "mean_speed") > 23


@drives
def test_the_drift_is_held():
    runs = score("Drift", 1000)
    assert not any(run["terminated"] for run in runs)
    assert mean(runs, "sideslip_error") < 0.16 and mean(runs, "radius_error") < 1.5


@drives
@pytest.mark.parametrize("brake_steps, throttle", [(30, 0.35), (36, 0.35), (42, 0.35), (42, 1.0)])
def test_circling_on_the_spot_is_no_drift(brake_steps, throttle):
    """The wrong way round, at walking pace, over the ring's edge and back: some went on so until the end, for half of the reward."""
    env = gym.make_vec("Kamm/Drift-v0", num_envs=16, autoreset_mode="Disabled")
    env.reset(seed=0)
    over = np.zeros(16, bool)
    for step in range(125):
        action = np.float32([0.1, -1] if step < brake_steps else [-1, throttle])
        _, _, terminated, _, _ = env.step(np.tile(action, (16, 1)))
        over |= terminated
    assert over.all()


@drives
def test_the_line_of_the_moose_test_pays_by_the_metres_nearer_to_it():
    """Where it is straight: in the entry lane, and in the middle of the side lane."""
    env = make("Moose", 16, rung="full", max_steps=500, autoreset_mode="Disabled").unwrapped
    names = [column.name for column in env.core.columns]
    before, _ = env.reset(seed=0)
    nose_m = 12 - 20 * before[:, names.index("entry_lane_end")]
    x_m = nose_m - kamm.load("volvo-v40")["body.front_overhang_m"] - 1.1  # of the centre of gravity, nearly
    seen_moves, over = 0, np.zeros(16, bool)
    for step in range(250):
        action = env.advice() + np.float32(0.2 * np.sin(0.15 * step))
        seen, reward, terminated, truncated, _ = env.step(action)
        over |= terminated | truncated
        along_m = 20 * (before - seen)[:, names.index("entry_lane_end")]
        x_m += along_m
        for lane, first_m, last_m in (("entry", -20, 8), ("side", 30, 32)):
            sides = [names.index(f"{lane}_lane_{side}") for side in ("left", "right")]
            off_m = [np.abs(rows[:, sides].sum(1)) for rows in (before, seen)]  # columns are sides over 2 m
            whose = (x_m > first_m) & (x_m < last_m) & ~over
            assert np.allclose(reward[whose], (along_m / 10 + (off_m[0] - off_m[1]) / 2)[whose], atol=1e-3)
            seen_moves += (np.abs(off_m[0] - off_m[1])[whose] > 0.01).sum()
        before = seen
    assert seen_moves > 20, seen_moves


@drives
def test_parking_pays_by_metres_and_turns_nearer():
    env = make("Parking", 16, rung="full", max_steps=2000, autoreset_mode="Disabled").unwrapped
    before, _ = env.reset(seed=0)

    def cost_m(rows):
        return 5 * np.hypot(rows[:, 0], rows[:, 1]) + 5 * np.abs(np.arctan2(rows[:, 2], rows[:, 3]))

    for _ in range(600):
        seen, reward, terminated, _, _ = env.step(env.advice())
        assert not terminated.any()
        assert np.allclose(reward, (cost_m(before) - cost_m(seen)) / 10, atol=1e-5)
        before = seen


@drives
def test_the_moose_is_passed():
    assert mean(score("Moose", 500, car="bmw-m3-e46"), "passed") == 1
    assert mean(score("Moose", 500), "passed") > 0.5


@drives
def test_planned_arcs_park():
    runs = score("Parking", 2000)
    assert all(run["parked"] for run in runs) and max(run["offset"] for run in runs) < 0.1


@drives
def test_the_trailer_is_docked():
    runs = score("Trailer", 2500)
    assert all(run["docked"] for run in runs) and max(run["articulation"] for run in runs) < 0.7


@drives
def test_two_wheelers_stay_up():
    runs = score("Balance", 1000)
    assert all(run["time"] == 20 for run in runs) and max(run["lean"] for run in runs) < 0.1
    runs = score("Balance", 1000, car="sport-1000")
    assert all(run["time"] == 20 for run in runs)


@drives
def test_the_trial_is_ridden_over_other_planks():
    for seed in (1, 2):
        runs = score("Trial", 2000, track=seed)
        assert all(run["finished"] for run in runs) and max(run["offset"] for run in runs) < 0.3


@drives
def test_slower_drivers_are_passed():
    runs = score("Overtake", 3000)
    assert mean(runs, "passed") > 2 and mean(runs, "contacts") < 0.4


@drives
@pytest.mark.parametrize("rung", ["kinematic", "rigid2d", "single_track", "double_track"])
def test_all_rungs_have_the_tasks(rung):
    assert mean(score("Parking", 2000, rung=rung), "parked") == 1
    assert mean(score("Track", 300, rung=rung), "mean_speed") > 20
    assert mean(score("Overtake", 300, rung=rung, opponents=7), "mean_speed") > 10
    if rung == "kinematic":
        with pytest.raises(ValueError, match="do not slide"):
            make("Drift", 1, rung=rung)


def test_stable_baselines_takes_them():
    pytest.importorskip("stable_baselines3")
    from kamm.gym.sb3 import KammVecEnv

    env, ends = KammVecEnv("Track", 8, max_steps=30, rung="single_track"), 0
    env.seed(3)
    env.reset()
    for _ in range(70):
        _, _, dones, infos = env.step(np.zeros((8, 2), np.float32))
        ends += dones.sum()
        assert all(infos[i]["terminal_observation"].shape == (27,) for i in np.flatnonzero(dones))
    assert ends >= 16


def test_stable_baselines_sees_each_environment():
    pytest.importorskip("stable_baselines3")
    pytest.importorskip("PIL")
    from kamm.gym.sb3 import KammVecEnv

    env = KammVecEnv("Drift", 4, rung="single_track", render_mode="rgb_array")
    env.seed(3)
    env.reset()
    assert [row.shape for row in env.env_method("advice", indices=[2, 0])] == [(2,), (2,)]
    figures = env.env_method("figures", indices=3)
    assert len(figures) == 1 and figures[0]["time"] == 0
    assert env.get_attr("num_envs", indices=[1]) == [4] and len(env.get_images()) == 4
    assert np.array_equal(env.env_method("render", indices=[2])[0], env.get_images()[2])
    assert env.render().ndim == 3 and env.render_mode == "rgb_array"
    with pytest.raises(IndexError, match="there are 4"):
        env.env_method("advice", indices=[4])


def test_held_actions_add_up():
    pytest.importorskip("stable_baselines3")
    from kamm.gym.sb3 import KammVecEnv

    held, plain = KammVecEnv("Track", 3, hold=3, max_steps=31), KammVecEnv("Track", 3, max_steps=31)
    action = np.full((3, 2), 0.1, np.float32)
    for env in (held, plain):
        env.seed(5)
        env.reset()
    for _ in range(10):
        rows = [plain.step(action) for _ in range(3)]
        seen, rewards, dones, _ = held.step(action)
        assert np.array_equal(seen, rows[-1][0]) and np.allclose(rewards, sum(row[1] for row in rows)) and not dones.any()
    last = plain.step(action)
    _, rewards, dones, infos = held.step(action)  # the episode's last step, then the next one's first two, which count for nothing
    assert dones.all() and np.allclose(rewards, last[1])
    assert np.array_equal(infos[1]["terminal_observation"], last[3][1]["terminal_observation"])


def test_many_are_drawn():
    pytest.importorskip("PIL")
    env = make("Track", 3, render_mode="rgb_array")
    env.reset(seed=1)
    pictures = env.render()
    single = gym.make("Kamm/Track-v0", render_mode="rgb_array", **quick("Track"))
    single.reset(seed=2)
    assert len(pictures) == 3 and np.array_equal(pictures[1], single.render()) and not np.array_equal(pictures[0], pictures[1])
    assert make("Track", 2).render() is None
    with pytest.raises(ValueError, match="render_mode"):
        make("Track", 2, render_mode="human")


def test_a_picture_shows_car_track_and_tyres():
    """Red body, light lines of the track, four dark tyres; bright ones slide."""
    pytest.importorskip("PIL")
    env = gym.make("Kamm/Drift-v0", render_mode="rgb_array", rung="full").unwrapped
    env.reset(seed=1)

    def near(colour, off=12):
        return (np.abs(env.render().astype(int) - colour).max(2) <= off).sum()

    assert near((200, 40, 40)) > 1000 and near((235, 235, 225)) > 400
    assert 300 < near((18, 18, 18)) < 3000 and not near((250, 170, 40), 40)
    for _ in range(200):
        env.step(env.advice())
    assert near((250, 170, 40), 40) > 100 and near((200, 40, 40)) > 1000


def test_pufferlib_takes_them():
    pytest.importorskip("pufferlib")
    from kamm.gym.puffer import KammPuffer

    env, logs = KammPuffer("Drift", 8, max_steps=30, rung="single_track"), []
    env.reset(1)
    for _ in range(70):
        env.send(np.zeros((8, 2), np.float32))
        logs += env.recv()[5]
    assert logs and "sideslip_error" in logs[0]


@drives
def test_the_script_of_the_documentation_runs():
    env = gym.make_vec("Kamm/Track-v0", num_envs=64, car="bmw-m3-e46", rung="full", threads=2,
                       randomise={"payload.mass_kg": (0, 300), "axles[0].tyre.lmuy": (0.8, 1.1)})  # fmt: skip
    obs, info = env.reset(seed=1)
    assert obs.dtype == np.float32 and obs.shape == (64, len(env.unwrapped.core.columns))
    for _ in range(1000 if is_long else 100):
        obs, reward, terminated, truncated, info = env.step(env.action_space.sample())
    assert np.isfinite(obs).all()


def test_normalised_observations_take_the_default_mode():
    env = gym.wrappers.vector.NormalizeObservation(make("Track", 8))
    env = gym.wrappers.vector.RecordEpisodeStatistics(env)
    env.reset(seed=1)
    for _ in range(200):
        *_, info = env.step(env.action_space.sample())
    assert env.episode_count > 0
