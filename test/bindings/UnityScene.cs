// A scene of unity/ without Unity: vehicles on a plane, driven as scripts drive them.
using System;
using System.Reflection;
using Kamm;
using Kamm.Unity;
using UnityEngine;

public static class UnityScene
{
    static int failures;

    static void Expect(bool holds, string what)
    {
        if (holds) return;
        Console.WriteLine("does not hold: " + what);
        ++failures;
    }

    // Unity calls these by their names.
    static Action Message(object of, string name) =>
        (Action)Delegate.CreateDelegate(typeof(Action), of, of.GetType().GetMethod(name, BindingFlags.Instance | BindingFlags.NonPublic));

    static KammVehicle Vehicle(KammPreset preset, float x)
    {
        var vehicle = new GameObject("car").AddComponent<KammVehicle>();
        vehicle.preset = preset;
        vehicle.transform.position = new UnityEngine.Vector3(x, 0, 0);
        vehicle.wheels = new[] { new Transform(), new Transform(), new Transform(), new Transform() };
        Message(vehicle, "OnEnable")();
        return vehicle;
    }

    static void AxesKeepHands()
    {
        var turn = new Quaterniond(0.5, 0.1, -0.7, 0.5);
        Quaterniond back = Axes.FromUnity(Axes.ToUnity(turn));
        Expect(Math.Abs(back.X - turn.X) + Math.Abs(back.Y - turn.Y) + Math.Abs(back.Z - turn.Z) < 1e-6, "a rotation there and back");
        UnityEngine.Vector3 ahead = Axes.ToUnity(Quaterniond.OfYaw(0.3)) * new UnityEngine.Vector3(0, 0, 1);
        UnityEngine.Vector3 same = Axes.ToUnity(new Vector3d(Math.Cos(0.3), Math.Sin(0.3), 0));
        Expect(Math.Abs(ahead.x - same.x) + Math.Abs(ahead.z - same.z) < 1e-6 && ahead.x < 0, "a turn to the left");
    }

    public static int Main()
    {
        AxesKeepHands();
        var heavy = new KammPreset { values = new[] { new KammPreset.Value { path = "body.mass_kg", text = "1500" } } };
        KammVehicle straight = Vehicle(null, 0), right = Vehicle(heavy, 10);
        Expect(Math.Abs(right.preset.Model.Describe().MassKg - 1500) < 1e-9, "a preset's value");
        Expect(straight.world == right.world, "one world for both");
        Action update = Message(straight.world, "Update");
        straight.throttle = right.throttle = 0.5f;
        right.steer = 0.3f;
        update();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int frame = 0; frame < 300; ++frame) update();
        long made = GC.GetAllocatedBytesForCurrentThread() - before;
        Expect(made == 0, $"no garbage in a frame: {made} bytes in 300");

        Expect(straight.SpeedMps > 3 && straight.transform.position.z > 5, "it drives along z");
        Expect(Math.Abs(straight.transform.position.x) < 0.05 && Math.Abs(straight.transform.position.y) < 0.05, "straight, on the plane");
        Expect(right.transform.position.x > 11, "steering to the right leads along x");
        Expect(straight.wheels[0].position.x < straight.wheels[1].position.x, "the left wheel lies on the left");
        Expect(straight.wheels[0].position.y > 0.2 && straight.wheels[0].position.y < 0.4, "wheels roll on the plane");
        Message(straight, "OnDrawGizmosSelected")();
        Expect(Gizmos.lines == 8, "two arrows a wheel");

        var saved = new KammPreset { savedModel = new TextAsset { bytes = heavy.Model.Save() } };
        Expect(Math.Abs(saved.Model.Describe().MassKg - 1500) < 1e-9, "a saved model");
        Message(straight, "OnDisable")();
        update();
        Message(right.world, "OnDestroy")();
        Console.WriteLine(failures + " failures");
        return failures == 0 ? 0 : 1;
    }
}
