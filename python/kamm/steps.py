"""The step of any rung as a function of CasADi, with its Jacobian."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._extras import need
from .batch import INPUTS, Batch, check_commands
from .lab import Car
from .linear import indices
from .states import States, moving_states

Doubles = npt.NDArray[np.float64]

_input_steps = {"rad": 1e-3, "m/s2": 1e-2, "rad/s": 1e-3, "N.m": 1e-1}


class Stepper:
    """x_next = F(x, u) over a time, and its derivatives, by cars that begin each call as `like` is now."""

    def __init__(self, like: Batch, dt_s: float, inputs: Sequence[str], states: Sequence[str] | None):
        if like.count != 1:
            raise ValueError(f"the batch has {like.count} cars; wanted one, whose state is that of all that is not in x")
        self.columns = indices(inputs, INPUTS, "input")
        check_commands(like, inputs)
        self.states = States(moving_states(like) if states is None else states, like)
        self.inputs = {name: INPUTS[name].unit for name in inputs}
        self.x0: Doubles = self.states.read(like)[0]
        self._substeps, self._start = like.substeps_of(dt_s), like.save([0])
        columns = 2 * (len(self.states.names) + len(self.columns))
        self._one, self._many = like.clone(1), like.clone(columns)
        fields = [INPUTS[name] for name in inputs]
        self._low = np.append(self.states.low, [field.min for field in fields])
        self._high = np.append(self.states.high, [field.max for field in fields])
        self._lock = threading.Lock()
        self.error = ""
        """Why the last step had no result."""

    def step(self, x: Doubles, u: Doubles) -> Doubles:
        """[states]."""
        with self._lock:
            after: Doubles = self._drive(self._one, x[None], u[None])[1][0]
            return after

    def jacobian(self, x: Doubles, u: Doubles) -> Doubles:
        """[states, states + inputs], by central differences of cars that step side by side. What they were disturbed by is read
        back, as a float holds it; at the end of a state's or an input's range they are to one side."""
        k, z = len(x), np.append(x, u)
        z = np.clip(z, self._low, self._high)
        steps = np.append(self.states.steps(x), [_input_steps.get(unit, 1e-3) for unit in self.inputs.values()])
        disturbed = np.repeat(z[None], 2 * len(z), 0)
        columns = np.arange(len(z))
        disturbed[2 * columns, columns] = np.minimum(z + steps, self._high)
        disturbed[2 * columns + 1, columns] = np.maximum(z - steps, self._low)
        with self._lock:
            before, after = self._drive(self._many, disturbed[:, :k], disturbed[:, k:])
        apart = before[2 * columns, columns] - before[2 * columns + 1, columns]
        change = after[0::2] - after[1::2]
        angles = np.array([name == "rotation_z_rad" for name in self.states.names])
        change[:, angles] = np.remainder(change[:, angles] + np.pi, 2 * np.pi) - np.pi
        return np.ascontiguousarray((change / apart[:, None]).T)

    def _drive(self, cars: Batch, x: Doubles, u: Doubles) -> tuple[Doubles, Doubles]:
        """What was written of x and u, and x after the step. A heading goes on from the one that it comes from, past half a turn."""
        self.error = ""
        if not (np.isfinite(x).all() and np.isfinite(u).all()):
            raise self._failed("was asked for at states or inputs that are not finite")
        cars.restore(self._start, np.arange(cars.count))
        self.states.write(cars, x)
        cars.inputs[:, self.columns] = u
        before: Doubles = np.column_stack((self.states.read(cars), cars.inputs[:, self.columns].astype(np.float64)))
        cars.step(substeps=self._substeps)
        if cars.faults.any():
            raise self._failed("gave no numbers (a fault): states or inputs are far beyond what the car can be in")
        after = self.states.read(cars)
        for column, name in enumerate(self.states.names):
            if name == "rotation_z_rad":
                turned = np.remainder(after[:, column] - x[:, column] + np.pi, 2 * np.pi) - np.pi
                after[:, column] = x[:, column] + turned
                before[:, column] = x[:, column]
        return before, after

    def _failed(self, why: str) -> ValueError:
        self.error = f"a step of {self._one} {why}"
        return ValueError(self.error)


def casadi_function(
    car: Car | Batch,
    dt: float,
    rung: str = "full",
    *,
    inputs: Sequence[str] = ("steering_wheel_rad", "throttle", "brake"),
    states: Sequence[str] | None = None,
    speed_mps: float = 20.0,
    name: str = "step",
) -> Any:
    """A casadi.Callback of the step of a rung: x_next = name(x, u), with its Jacobian. It owns the cars that it steps; keep it as long as the
    objects built with it, because CasADi does not.

    car: a vehicle, which then rolls on level ground; or a batch of one car, with its rung, world and state. States that are not
        in x (gear, clutch, temperatures) start each step with that car's present values, and so do inputs that are not in u.
    dt: length of a step in s.
    rung, speed_mps: those of a vehicle.
    inputs: u, of `INPUTS`.
    states: x; None: all continuous states (`kamm.moving_states`); otherwise some of them, and the others are those of that car.
    name: name of the function.

    In addition to CasADi's members it has `x0` (that car's x), and `states` and `inputs` (names and units). x is float64, but a car
    keeps most states in single precision. So x_next has some six to seven digits, and solvers with tolerances below 1e-5 never
    converge. The Jacobian uses central differences in C with steps far above that rounding; do not use CasADi's own (`enable_fd`).

    A step with invalid input or without a finite result raises; within nlpsol it is a failed step, which IPOPT shortens.
    """
    ca = need("casadi")
    if not isinstance(car, Batch):
        cars = Batch(car, 1, rung)
        cars.place(speed_mps=speed_mps)
        car = cars
    return _callbacks(ca)(name, Stepper(car, dt, inputs, states))


def _callbacks(ca: Any) -> Any:
    """The classes, which can only be when there is CasADi."""

    class Jacobian(ca.Callback):  # type: ignore[misc, name-defined, unused-ignore]
        """(x, u, x_next) to its derivatives by x and by u."""

        def __init__(self, name: str, stepper: Stepper, names: tuple[list[str], list[str]], options: dict[str, Any]):
            ca.Callback.__init__(self)
            self.stepper, self.names = stepper, names
            self.construct(name, options)

        def get_n_in(self) -> int:
            return 3

        def get_n_out(self) -> int:
            return 2

        def get_name_in(self, i: int) -> str:
            return self.names[0][i]

        def get_name_out(self, i: int) -> str:
            return self.names[1][i]

        def get_sparsity_in(self, i: int) -> Any:
            return ca.Sparsity.dense(len(self.stepper.inputs) if i == 1 else len(self.stepper.states.names), 1)

        def get_sparsity_out(self, i: int) -> Any:
            k = len(self.stepper.states.names)
            return ca.Sparsity.dense(k, len(self.stepper.inputs) if i == 1 else k)

        def eval(self, arguments: Sequence[Any]) -> list[Any]:
            x, u = (np.array(argument).ravel() for argument in arguments[:2])
            both = self.stepper.jacobian(x, u)
            return [both[:, : len(x)], both[:, len(x):]]

    class Step(ca.Callback):  # type: ignore[misc, name-defined, unused-ignore]
        """(x, u) to x_next."""

        def __init__(self, name: str, stepper: Stepper):
            ca.Callback.__init__(self)
            self.stepper = stepper
            self.jacobians: list[Any] = []
            self.construct(name)

        def __call__(self, *arguments: Any, **named: Any) -> Any:
            """CasADi's own, but for an error with the reason."""
            try:
                return super().__call__(*arguments, **named)
            except RuntimeError:
                if self.stepper.error:
                    raise ValueError(self.stepper.error) from None
                raise

        @property
        def x0(self) -> Doubles:
            return self.stepper.x0

        @property
        def states(self) -> dict[str, str]:
            return self.stepper.states.units

        @property
        def inputs(self) -> dict[str, str]:
            return self.stepper.inputs

        def get_n_in(self) -> int:
            return 2

        def get_n_out(self) -> int:
            return 1

        def get_name_in(self, i: int) -> str:
            return ("x", "u")[i]

        def get_name_out(self, _i: int) -> str:
            return "x_next"

        def get_sparsity_in(self, i: int) -> Any:
            return ca.Sparsity.dense(len(self.stepper.inputs) if i else len(self.stepper.states.names), 1)

        def get_sparsity_out(self, _i: int) -> Any:
            return ca.Sparsity.dense(len(self.stepper.states.names), 1)

        def eval(self, arguments: Sequence[Any]) -> list[Any]:
            x, u = (np.array(argument).ravel() for argument in arguments)
            return [self.stepper.step(x, u)]

        def has_jacobian(self) -> bool:
            return True

        def get_jacobian(self, name: str, names_in: list[str], names_out: list[str], options: dict[str, Any]) -> Any:
            self.jacobians.append(Jacobian(name, self.stepper, (list(names_in), list(names_out)), options))
            return self.jacobians[-1]

    return Step
