using System;
using System.Collections.Generic;
using UnityEngine;

namespace Kamm.Unity
{
    /// <summary>
    /// Steps all vehicles of a scene on Unity's colliders. Each wheel's contact plane is found by a ray. Vehicles collide with each other
    /// in Kamm.
    /// </summary>
    [DefaultExecutionOrder(-100)]
    public sealed class KammWorld : MonoBehaviour
    {
        [Tooltip("Layers that vehicles drive on.")]
        public LayerMask ground = ~0;
        [Tooltip("Substeps between two queries of the ground; 4 are 1/60 s.")]
        public int querySubsteps = 4;

        readonly List<KammVehicle> vehicles = new List<KammVehicle>();
        HostGround host;
        World world;
        StepClock clock;

        /// <summary>Bodies, rays, contacts and snapshots.</summary>
        public World World => world ?? Create();

        /// <summary>Where the present lies between the last two substeps.</summary>
        public double Fraction => clock.Fraction;

        World Create()
        {
            host = new HostGround(Query, querySubsteps, bodyPoints: true);
            Vector3 gravity = Physics.gravity;
            host.Ground.GravityMps2 = Axes.SingleFromUnity(gravity);
            clock = new StepClock(0);
            return world = new World(host);
        }

        internal void Add(KammVehicle vehicle)
        {
            World.Add(vehicle.Cars);
            vehicles.Add(vehicle);
        }

        internal void Remove(KammVehicle vehicle)
        {
            if (world != null && !world.IsDisposed) world.Remove(vehicle.Cars);
            vehicles.Remove(vehicle);
        }

        void Update()
        {
            if (vehicles.Count == 0) return;
            for (int i = 0; i < vehicles.Count; ++i) vehicles[i].WriteInputs(Time.deltaTime);
            World.Step(clock.Advance(Time.deltaTime));
            for (int i = 0; i < vehicles.Count; ++i) vehicles[i].ReadPoses(clock.Fraction);
        }

        void OnDestroy()
        {
            world?.Dispose();
            host?.Dispose();
        }

        void Query(ReadOnlySpan<Probe> probes, Span<Contact> contacts)
        {
            for (int i = 0; i < probes.Length; ++i) {
                float above = probes[i].RadiusM + 0.5f;
                Vector3 from = Axes.ToUnity(probes[i].PositionM) + above * Vector3.up;
                if (!Physics.Raycast(from, Vector3.down, out RaycastHit hit, 2 * above + 100, ground, QueryTriggerInteraction.Ignore)) {
                    contacts[i].PointM = new Vector3d(probes[i].PositionM.X, probes[i].PositionM.Y, -1e6);
                    contacts[i].Normal = new Vector3f(0, 0, 1);
                    continue;
                }
                contacts[i].PointM = Axes.FromUnity(hit.point);
                contacts[i].Normal = Axes.SingleFromUnity(hit.normal);
                Rigidbody moving = hit.rigidbody;
                if (moving != null) contacts[i].VelocityMps = Axes.SingleFromUnity(moving.GetPointVelocity(hit.point));
            }
        }
    }
}
