"""Forces of tyres: those of the command, shapes, mistakes."""

import numpy as np
import pytest
from conftest import command

import kamm


@pytest.mark.parametrize("name", ["205-55r16-touring", "255-55r18-tmeasy"])
def test_forces_are_those_of_the_command(name, tmp_path):
    rng = np.random.default_rng(1)
    alpha, kappa, gamma = rng.uniform(-0.2, 0.2, (3, 40))
    load_n, speed_mps, pressure_pa = rng.uniform(1000, 6000, 40), rng.uniform(10, 40, 40), rng.uniform(2e5, 3e5, 40)
    table = np.column_stack([load_n, kappa, alpha, gamma, speed_mps, pressure_pa])
    asked, told = tmp_path / "in.csv", tmp_path / "out.csv"
    np.savetxt(asked, table, "%.17g", ",", header="Fz,kappa,alpha,gamma,Vx,p", comments="")
    command("tyre", name, "--eval", str(asked), "--out", str(told))
    found = kamm.tyre(name).forces(alpha, kappa, load_n, gamma, speed_mps=speed_mps, pressure_pa=pressure_pa)
    # Forces are single-precision numbers, which nine digits tell apart.
    assert np.array_equal(np.column_stack(found).astype(np.float32), np.loadtxt(told, delimiter=",", skiprows=1)[:, 6:].astype(np.float32))
    assert np.abs(found.fy_n).max() > 1000 and np.abs(found.mz_nm).max() > 1


def test_arguments_are_broadcast():
    tyre = kamm.tyre("volvo-v40", axle=1)
    alpha, loads = np.linspace(-0.1, 0.1, 5), np.array([[2000], [4000], [5000]])
    grid = tyre.forces(alpha, 0.01, loads)
    assert grid.fx_n.shape == grid.mz_nm.shape == (3, 5)
    one = tyre.forces(alpha[1], 0.01, 4000)
    assert one.fy_n.shape == () and one.fy_n == grid.fy_n[1, 1]
    assert (np.diff(grid.fy_n, axis=1) < 0).all() and (grid.fx_n > 0).all()
    assert np.array_equal(tyre.forces(alpha).fy_n, tyre.forces(alpha, 0, tyre.nominal_load_n, speed_mps=tyre.test_speed_mps).fy_n)
    assert tyre.forces([]).fy_n.shape == (0,) and "\n" not in repr(tyre)


def test_a_tyre_is_that_of_the_vehicle_as_it_is(m3):
    before = kamm.tyre(m3).forces(0.05).fy_n
    m3["axles[0].tyre.lmuy"] = 0.5
    assert abs(kamm.tyre(m3).forces(0.05).fy_n) < 0.8 * abs(before)
    assert kamm.tyre(m3, 1).forces(0.05).fy_n == kamm.tyre(m3.id, 1).forces(0.05).fy_n


@pytest.mark.parametrize("call, error, text", [
    (lambda: kamm.tyre("no-such"), kamm.UnknownName, "no-such"),
    (lambda: kamm.tyre("volvo-v40", 2), ValueError, "axle is 2; there are 2"),
    (lambda: kamm.tyre("volvo-v40", -1), ValueError, "axle is -1"),
    (lambda: kamm.tyre("volvo-v40").forces(np.nan), ValueError, "slip_angle_rad: wanted finite"),
    (lambda: kamm.tyre("volvo-v40").forces([1, 2], [1, 2, 3]), ValueError, "broadcast"),
])
def test_mistakes_are_told(call, error, text):
    with pytest.raises(error, match=text):
        call()
