// drive.c in C#, and what the language adds: objects that are disposed, exceptions, spans, no garbage in a frame.
using System;
using System.Runtime.CompilerServices;
using Kamm;

public static class Drive
{
    static int failures;

    static void Expect(bool holds, string what)
    {
        if (holds) return;
        Console.WriteLine("does not hold: " + what);
        ++failures;
    }

    static void Refused<T>(Action call, Func<T, bool> holds, string what) where T : Exception
    {
        try {
            call();
            Expect(false, what + " is refused");
        } catch (T exception) {
            Expect(holds(exception), what + ": " + exception.Message);
        }
    }

    static void DriveCars()
    {
        using (var vehicle = new Vehicle())
        using (var model = new Model(vehicle))
        using (var cars = new Cars(model, 20)) {
            for (int i = 0; i < cars.Count; ++i) {
                Placement at = Grounds.PlacementOn(Grounds.Flat, 10.0 * i, 0, 0.1 * i);
                at.SpeedMps = i;
                at.Gear = Constants.GEAR_DRIVE;
                cars.Place(i, at);
                cars.Inputs[i].Throttle = 0.05f * i;
                cars.Inputs[i].SteeringWheelRad = 0.3f * (i - 10);
            }
            for (int frame = 0; frame < 120; ++frame) cars.Step(Grounds.Flat, 4);
            Console.WriteLine("cars " + cars.Hash().ToString("x16"));
        }
    }

    static void DriveWorld()
    {
        using (var vehicle = new Vehicle())
        using (var model = new Model(vehicle))
        using (var world = new World())
        using (var cars = new Cars(model, 2)) {
            BodyDef crate = Native.kamm_cone(0.5);
            crate.PositionM = new Vector3d(8, 0, 0.25);
            Body body = world.Add(crate);
            world.Add(cars);
            for (int i = 0; i < 2; ++i) {
                Placement at = world.PlacementOf(model, 0, 5.0 * i, 0);
                at.SpeedMps = 15;
                at.Gear = Constants.GEAR_DRIVE;
                cars.Place(i, at);
            }
            var start = new byte[world.SnapshotSize];
            world.Save(start);
            int contacts = 0;
            for (int frame = 0; frame < 60; ++frame) {
                world.Step(4);
                contacts += world.Contacts.Length;
            }
            Console.WriteLine("world " + world.Hash().ToString("x16"));
            Expect(contacts > 0 && world.ReadMotion(body).PositionM.X > 8, "a car pushes the crate");
            ulong end = world.Hash();
            world.Restore(start);
            Expect(world.Hash() != end, "a restored world is another one");
            for (int frame = 0; frame < 60; ++frame) world.Step(4);
            Expect(world.Hash() == end, "a restored world ends the same");
            Expect(world.CastRay(new Vector3d(-20, 5, 0.8), new Vector3d(200, 5, 0.8), out Hit hit), "a ray meets a car");
            Expect(hit.Body.Type == BodyType.Car && hit.Body.Index == 1, "the second car");
            Refused<InvalidOperationException>(() => cars.Step(Grounds.Flat, 1), _ => true, "stepping a world's cars");
            world.Remove(cars);
            cars.Step(Grounds.Flat, 1);
            world.Remove(body);
            Refused<KammException>(() => world.ReadMotion(body), e => e.Kind == Result.ErrorUnknown, "a body that is gone");
        }
    }

    static void ErrorsAreThrown()
    {
        using (var vehicle = new Vehicle()) {
            vehicle.Set("body.mass_kg", 1500).Set("gearbox.kind", "automatic");
            Expect(vehicle.Number("body.mass_kg") == 1500 && vehicle.Def.Body.MassKg == 1500, "values by path and by member");
            using (var model = new Model(vehicle)) {
                Expect(model.Describe().MassKg == 1500 && !model.HasRider, "a model tells its mass");
                using (var same = new Model(model.Save())) Expect(same.Describe().MassKg == 1500, "a saved model");
                using (var cars = new Cars(model, 2)) {
                    Refused<ArgumentOutOfRangeException>(() => cars.Read(2, Channel.SpeedMps), _ => true, "a third car");
                    Refused<KammException>(() => cars.Ride(0, default(RideRequest), 0.01), e => e.Kind == Result.ErrorRange, "a rider");
                    cars.Dispose();
                    cars.Dispose();
                    Refused<ObjectDisposedException>(() => cars.Hash(), _ => true, "disposed cars");
                }
            }
            Refused<KammException>(() => vehicle.Set("engine.idel_rpm", 900), e => e.Kind == Result.ErrorUnknown
                && e.Message.Contains("idle"), "an unknown name");
            vehicle.Def.Body.MassKg = -1;
            Refused<KammException>(() => new Model(vehicle), e => e.Path == "body.mass_kg", "a mass below 0");
        }
    }

    static void GroundsAreAsked()
    {
        var heights = new float[100];
        for (int i = 0; i < heights.Length; ++i) heights[i] = 0.1f * (i % 10);
        using (var terrain = Terrain.OfHeights(heights, 10, 5, new Vector2d(0, 0)))
            Expect(Math.Abs(terrain.At(12.5, 20, 100).HeightM - 0.25) < 1e-6, "a slope of 2 %");
        using (var vehicle = new Vehicle())
        using (var model = new Model(vehicle))
        using (var cars = new Cars(model, 1))
        using (var road = new HostGround((probes, contacts) => {
            for (int i = 0; i < probes.Length; ++i) {
                contacts[i].PointM = new Vector3d(probes[i].PositionM.X, probes[i].PositionM.Y, 2);
                contacts[i].Normal = new Vector3f(0, 0, 1);
            }
        }))
        using (var fails = new HostGround((probes, contacts) => throw new NotSupportedException("no ground"))) {
            cars.Place(0, new Placement { PositionM = new Vector3d(0, 0, 2) });
            cars.Step(road, 480);
            var wheels = new WheelPose[4];
            Expect(Math.Abs(cars.ReadPose(0, wheels).PositionM.Z - 2) < 0.01, "a road of 2 m");
            Expect(wheels[0].Pose.PositionM.Z > 2.2, "its wheels above the road");
            double load = 0;
            for (int wheel = 0; wheel < cars.WheelCount; ++wheel) load += cars.Read(0, wheel, WheelChannel.LoadN);
            Expect(Math.Abs(load / (model.Describe().MassKg * 9.80665) - 1) < 1e-3, "loads carry the weight");
            Refused<InvalidOperationException>(() => cars.Step(fails, 4), e => e.InnerException is NotSupportedException, "a query that fails");
        }
    }

    // A frame of a game: inputs, clock, step, channels, poses, contacts, a snapshot.
    static double Frame(World world, Cars cars, ref StepClock clock, WheelPose[] wheels, byte[] snapshot)
    {
        for (int i = 0; i < cars.Count; ++i) {
            cars.Assist(i, Native.kamm_default_input_assist(), new DriverRequest { Throttle = 1 }, 1.0 / 60);
            cars.ApplyForce(i, new Vector3d(0, 10, 0));
        }
        world.Step(clock.Advance(1.0 / 60));
        double sum = world.Contacts.Length;
        for (int i = 0; i < cars.Count; ++i) {
            sum += cars.Read(i, Channel.SpeedMps) + cars.Read(i, 0, WheelChannel.LoadN);
            sum += cars.ReadPose(i, wheels, clock.Fraction).PositionM.X + wheels[3].SpinAngleRad;
        }
        world.Save(snapshot);
        return sum;
    }

    static void FramesMakeNoGarbage()
    {
        using (var vehicle = new Vehicle())
        using (var model = new Model(vehicle))
        using (var world = new World())
        using (var cars = new Cars(model, 4)) {
            world.Add(cars);
            var clock = new StepClock(0);
            var wheels = new WheelPose[4];
            var snapshot = new byte[world.SnapshotSize];
            double sum = Frame(world, cars, ref clock, wheels, snapshot); // compiles what it calls
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int frame = 0; frame < 300; ++frame) sum += Frame(world, cars, ref clock, wheels, snapshot);
            long made = GC.GetAllocatedBytesForCurrentThread() - before;
            Expect(made == 0, $"no garbage in a frame: {made} bytes in 300");
            Expect(sum > 0 && cars.Read(0, Channel.SpeedMps) > 5 && cars.Fault(0) == 0, "the cars drive");
        }
    }

    public static int Main()
    {
        DriveCars();
        DriveWorld();
        ErrorsAreThrown();
        GroundsAreAsked();
        FramesMakeNoGarbage();
        return failures == 0 ? 0 : 1;
    }
}
