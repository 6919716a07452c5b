"""Sweeps: the command's files, however the runs are shared out, and messages of mistakes."""

import concurrent.futures
import json
import multiprocessing
import os
import signal
import sys
import types

import numpy as np
import pytest
from conftest import command, interrupted_after

import kamm

bar = "axles[1].suspension.anti_roll_bar_n_per_m"
usual = {bar: (0, 4e4, 3), "axles[0].tyre.lmuy": [1.1, 0.8]}


@pytest.fixture(scope="module")
def wanted(tmp_path_factory) -> bytes:
    """What the command writes of the usual sweep."""
    out = tmp_path_factory.mktemp("sweep")
    command("sweep", "step-steer", "--car", "volvo-v40", "--vary", f"{bar}=0:40000:3", "--vary", "axles[0].tyre.lmuy=1.1,0.8",
            "--out", str(out))
    return (out / "runs.csv").read_bytes()


def csv_of(table: kamm.Sweep, folder) -> bytes:
    table.to_csv(folder / "python.csv")
    return (folder / "python.csv").read_bytes()


@pytest.mark.parametrize("threads", [None, 1])
def test_the_file_is_that_of_the_command(wanted, tmp_path, threads):
    table = kamm.sweep("step-steer", "volvo-v40", usual, threads=threads)
    assert csv_of(table, tmp_path) == wanted
    assert table.shape == (3, 2) and len(table) == 6 and not table.failures
    assert table.columns[:3] == ("run", bar, "axles[0].tyre.lmuy") and "steady_roll_deg" in table.columns
    assert np.array_equal(table[bar].reshape(table.shape)[:, 0], [0, 2e4, 4e4])
    roll = table["steady_roll_deg"].reshape(table.shape)
    assert roll.dtype == np.float64 and (np.diff(roll, axis=0) < 0).all() and table.units["steady_roll_deg"] == "deg"


@pytest.mark.parametrize("how", ["spawn", "fork", "forkserver"])
def test_processes_find_the_same(wanted, tmp_path, how):
    context = multiprocessing.get_context(how)
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as executor:
        assert csv_of(kamm.sweep("step-steer", "volvo-v40", usual, executor=executor), tmp_path) == wanted
        assert csv_of(kamm.sweep("step-steer", "volvo-v40", usual, executor=executor, shards=2, threads=2), tmp_path) == wanted


def test_threads_find_the_same(wanted, tmp_path):
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        assert csv_of(kamm.sweep("step-steer", "volvo-v40", usual, executor=executor), tmp_path) == wanted


class Unlucky:
    """Processes, one of which is killed while it drives its first shard."""

    def __init__(self, pool):
        self.pool, self.submitted = pool, 0

    def submit(self, function, /, *arguments):
        self.submitted += 1
        return self.pool.submit(kill_me if self.submitted == 2 else function, *arguments)


def kill_me(*arguments):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_shard_whose_worker_is_killed_is_driven_again(wanted, tmp_path):
    with concurrent.futures.ProcessPoolExecutor(2) as pool, pytest.warns(RuntimeWarning, match="is driven here"):
        executor = Unlucky(pool)
        assert csv_of(kamm.sweep("step-steer", "volvo-v40", usual, executor=executor), tmp_path) == wanted


class Forgetful:
    """An executor that stays well, but loses every other of its tasks."""

    def __init__(self):
        self.submitted = 0

    def submit(self, function, /, *arguments):
        self.submitted += 1
        future = concurrent.futures.Future()
        if self.submitted % 2:
            future.set_exception(ConnectionError("worker lost"))
        else:
            future.set_result(function(*arguments))
        return future


def test_a_task_that_is_lost_is_given_again(wanted, tmp_path):
    assert csv_of(kamm.sweep("step-steer", "volvo-v40", usual, executor=Forgetful(), shards=3), tmp_path) == wanted


def test_a_task_that_is_always_lost_is_told():
    executor = Forgetful()
    executor.submit = lambda *_: (lambda future: future.set_exception(OSError("no")) or future)(concurrent.futures.Future())
    with pytest.raises(RuntimeError, match="lost it 3 times"):
        kamm.sweep("step-steer", "volvo-v40", usual, executor=executor)


def test_samples_follow_from_the_seed_alone(tmp_path):
    vary = {"body.mass_kg": (1200.0, 1500.0), "surface.friction": (0.6, 1.0)}
    out = tmp_path / "command"
    command("sweep", "brake", "--car", "volvo-v40", "--vary", "body.mass_kg=1200:1500", "--vary", "surface.friction=0.6:1",
            "--samples", "7", "--seed", "5", "--rung", "rigid2d", "--out", str(out))
    options = {"samples": 7, "seed": 5, "rung": "rigid2d"}
    table = kamm.sweep("brake", "volvo-v40", vary, **options)
    assert csv_of(table, tmp_path) == (out / "runs.csv").read_bytes() and table.shape == (7,)
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        assert csv_of(kamm.sweep("brake", "volvo-v40", vary, executor=executor, shards=3, **options), tmp_path) == csv_of(
            table, tmp_path)


def test_loky_finds_the_same(wanted, tmp_path):
    loky = pytest.importorskip("loky")
    executor = loky.get_reusable_executor(2)
    assert csv_of(kamm.sweep("step-steer", "volvo-v40", usual, executor=executor), tmp_path) == wanted
    executor.shutdown()


def test_dask_finds_the_same(wanted, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        assert csv_of(kamm.sweep("step-steer", "volvo-v40", usual, executor=client), tmp_path) == wanted


class Killing:
    """A Dask client whose cluster loses a worker, as a machine that goes down, with shards given out and others still to come."""

    def __init__(self, client):
        self.client, self.submitted = client, 0

    def submit(self, function, /, *arguments):
        self.submitted += 1
        if self.submitted == 5:
            os.kill(next(iter(self.client.run(os.getpid).values())), signal.SIGKILL)
        return self.client.submit(function, *arguments)


def test_dask_that_loses_a_worker_finds_the_same(wanted, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        executor = Killing(client)
        assert csv_of(kamm.sweep("step-steer", "volvo-v40", usual, executor=executor), tmp_path) == wanted
        assert executor.submitted >= 6


def test_ray_finds_the_same(wanted, tmp_path):
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False)
    try:
        assert csv_of(kamm.sweep("step-steer", "volvo-v40", usual, executor=kamm.ray_executor(num_cpus=1)), tmp_path) == wanted
    finally:
        ray.shutdown()


def test_cars_that_cannot_be_are_rows_with_a_reason():
    table = kamm.sweep("brake", "nissan-micra", {"stepping.substeps_per_s": [10, 400]}, rung="rigid2d")
    assert list(table.failures) == [0] and "substeps" in table.failures[0]
    assert np.isnan(table["distance_100_0_kmh_m"][0]) and table["distance_100_0_kmh_m"][1] > 30


def test_a_frame_has_columns_and_failures():
    pytest.importorskip("pandas")
    table = kamm.sweep("brake", "nissan-micra", {"stepping.substeps_per_s": [10, 400]}, rung="rigid2d")
    frame = table.to_pandas()
    assert list(frame.columns) == [*table.columns, "failure"] and frame["failure"][0] and not frame["failure"][1]


def test_words_and_flags_vary():
    micra = kamm.load("nissan-micra")
    table = kamm.sweep("brake", micra, {"aids.abs": [True, False]})
    assert table["aids.abs"].tolist() == [1, 0]
    kind = micra.field("driveline.layout") if "driveline.layout" in micra.keys() else micra.field("gearbox.kind")
    path = "driveline.layout" if "driveline.layout" in micra.keys() else "gearbox.kind"
    table = kamm.sweep("brake", micra, {path: [kind.choices[0]]})
    assert table[path].tolist() == [0]


def test_a_folder_is_gone_on_with(tmp_path):
    folder = tmp_path / "kept"
    first = kamm.sweep("brake", "nissan-micra", {"body.mass_kg": (900, 1100, 3)}, rung="rigid2d", folder=folder)
    assert (folder / "figures.csv").exists()
    again = kamm.sweep("brake", "nissan-micra", {"body.mass_kg": (900, 1100, 3)}, rung="rigid2d", folder=folder)
    assert np.array_equal(first["distance_100_0_kmh_m"], again["distance_100_0_kmh_m"])
    with pytest.raises(ValueError, match="another sweep"):
        kamm.sweep("brake", "nissan-micra", {"body.mass_kg": (900, 1100, 4)}, rung="rigid2d", folder=folder)


@pytest.mark.parametrize("arguments, error, text", [
    ({"test": "mose"}, kamm.UnknownName, "moose"),
    ({"vary": {}}, ValueError, "allowed: 1 to 16"),
    ({"vary": {"body.mas_kg": (1, 2, 3)}}, kamm.UnknownName, "mas_kg"),
    ({"vary": {"body.mass_kg": (1, 2)}}, ValueError, r"wanted \(from, to, count\)"),
    ({"vary": {"body.mass_kg": (900, 1000, 2.5)}}, ValueError, "whole number"),
    ({"vary": {"body.mass_kg": (900, -1, 2)}}, ValueError, "body.mass_kg"),
    ({"vary": {"body.mass_kg": []}}, ValueError, "no values"),
    ({"vary": {"body.mass_kg": list(range(900, 1000))}}, ValueError, "allowed: 1 to 64"),
    ({"vary": {"gearbox.kind": ["manuel"]}}, ValueError, "allowed: "),
    ({"seed": 1}, ValueError, "seed is for samples"),
    ({"samples": 5}, ValueError, r"wanted \(from, to\)"),
    ({"samples": 5, "vary": {"body.mass_kg": [900]}}, ValueError, "got a list"),
    ({"rung": "ful"}, kamm.UnknownName, 'did you mean "full"'),
])
@pytest.mark.parametrize("is_shared", [False, True])
def test_mistakes_are_told(arguments, error, text, is_shared):
    with concurrent.futures.ThreadPoolExecutor(1) as executor, pytest.raises(error, match=text):
        kamm.sweep(**{"test": "step-steer", "car": "volvo-v40", "vary": {"body.mass_kg": (1200, 1300, 2)},
                      "executor": executor if is_shared else None, **arguments})


def test_a_missing_ray_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match="pip install 'ray"):
        kamm.ray_executor()


def test_ctrl_c_ends_a_long_sweep():
    idle_s = interrupted_after("time.sleep(30)")
    long = "kamm.sweep('moose', 'volvo-v40', {'body.mass_kg': (1200, 1300, 99)}, threads=2)"
    assert interrupted_after(long, 0.2) < idle_s + 0.1


def test_a_scenario_is_swept_as_a_test(tmp_path):
    table = kamm.sweep("lift-off", "nissan-micra", {"body.mass_kg": [950, 1000]}, rung="single_track")
    alone = kamm.run("lift-off", "nissan-micra", set={"body.mass_kg": 950}, rung="single_track", log=False)
    assert table["deceleration_mps2"][0] == alone["deceleration_mps2"] and table.units["deceleration_mps2"] == "m/s2"


def test_sensitivity_is_that_of_the_command():
    spans = {"body.mass_kg": (950, 1100), bar: (0, 3e4)}
    found = kamm.sensitivity("step-steer", "nissan-micra", spans, rung="double_track", samples=4, seed=3)
    told = json.loads(command("sensitivity", "step-steer", "--car", "nissan-micra", "--rung", "double_track", "--samples", "4", "--seed", "3",
                              "--free", "body.mass_kg=950:1100", "--free", f"{bar}=0:30000", "--json"))
    roll = found["steady_roll_deg"]
    assert roll.ranked[0] == bar and roll.effects[bar].mean < 0 < roll.effects["body.mass_kg"].mean
    same = next(figure for figure in told["figures"] if figure["name"] == "steady_roll_deg")
    assert roll.nominal == same["nominal"]
    assert [tuple(effect[:3]) for effect in roll.effects.values()] == [
        (effect["mean"], effect["mean_amount"], effect["deviation"]) for effect in same["effects"]]
    assert found.runs == 12 and not found.failed and found.ranges == spans and set(found.rules.values()) == {""}
    assert np.isnan(roll.low95) and np.isnan(roll.effects[bar].total) and roll.unit == "deg"


def test_bands_take_the_rules_ranges():
    found = kamm.sensitivity("lift-off", "nissan-micra", {"body.cg_height_m": None}, method="band", samples=8, rung="single_track", threads=1)
    band = found["deceleration_mps2"]
    assert band.low95 < band.nominal < band.high95 and found.rules["body.cg_height_m"] and found.runs >= 8
    with pytest.raises(kamm.UnknownName, match="body.mas_kg"):
        kamm.sensitivity("accel", "nissan-micra", {"body.mas_kg": None})
    with pytest.raises(ValueError, match="morris, sobol, band"):
        kamm.sensitivity("accel", "nissan-micra", method="moris")
    with pytest.raises(kamm.UnknownName, match="accel"):
        kamm.sensitivity("acel", "nissan-micra")
    with pytest.raises(kamm.UnknownName, match="deceleration_mps2"):
        found["deceleration_mps"]


class Bar:
    """What tqdm's bar does, kept."""

    def __init__(self, **options):
        self.options, self.n, self.total, self.seen, self.is_closed = options, 0, 0, [], False
        Bar.last = self

    def update(self, more):
        self.n += more
        self.seen.append(self.n)

    def close(self):
        self.is_closed = True


def test_progress_of_fits_and_sensitivities(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", types.SimpleNamespace(tqdm=Bar))
    kamm.sensitivity("brake", "nissan-micra", {"body.mass_kg": (900, 1100)}, samples=2, rung="rigid2d", progress=True)
    assert Bar.last.total == 4 and Bar.last.n == 4 and Bar.last.is_closed and Bar.last.options["unit"] == "run"
    kamm.fit("nissan-micra", None, {"axles[0].tyre.lmux": (0.5, 1.5), "axles[1].tyre.lmux": None},
             figures={"brake.distance_100_0_kmh_m": 50}, priors={"axles[1].tyre.lmux": (1, 0.1)}, rung="single_track", progress=True)
    assert Bar.last.total == 60 and Bar.last.n > 0 and Bar.last.is_closed
    Bar.last = None
    kamm.sensitivity("brake", "nissan-micra", {"body.mass_kg": (900, 1100)}, samples=2, rung="rigid2d", progress=False)
    assert Bar.last is None


def test_progress_counts_runs_and_shards(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", types.SimpleNamespace(tqdm=Bar))
    axes = {"stepping.substeps_per_s": [100, 200, 400]}
    kamm.sweep("brake", "nissan-micra", axes, rung="rigid2d", progress=True)
    assert Bar.last.total == 3 and Bar.last.n == 3 and Bar.last.is_closed and Bar.last.options["unit"] == "run"
    assert Bar.last.seen == sorted(Bar.last.seen)
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        kamm.sweep("brake", "nissan-micra", axes, rung="rigid2d", executor=executor, shards=2, progress=True)
    assert Bar.last.total == 2 and Bar.last.seen == [1, 2] and Bar.last.is_closed and Bar.last.options["unit"] == "shard"
    Bar.last = None
    kamm.sweep("brake", "nissan-micra", axes, rung="rigid2d", progress=False)
    assert Bar.last is None
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="pip install tqdm"):
        kamm.sweep("brake", "nissan-micra", axes, rung="rigid2d", progress=True)
