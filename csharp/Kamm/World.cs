using System;
using System.Collections.Generic;

namespace Kamm
{
    /// <summary>Ground, bodies and cars that collide.</summary>
    public sealed unsafe class World : KammObject
    {
        readonly List<Cars> groups = new List<Cars>();
        readonly object ground; // kept from the garbage collector

        /// <summary>A world on level, dry asphalt.</summary>
        public World() : this(Grounds.Flat) {}

        /// <summary>A world on a ground that needs no object of its own, such as a plane.</summary>
        public World(in Ground ground) : base(Create(ground)) {}

        /// <summary>A world on a terrain, which it keeps.</summary>
        public World(Terrain terrain) : base(Create(terrain.Ground)) { ground = terrain; }

        /// <summary>A world on a ground of the host, which it keeps. <see cref="Step"/> throws what its query throws.</summary>
        public World(HostGround host) : base(Create(host.Ground)) { ground = host; }

        /// <summary>Groups of cars, in the order in which they were added.</summary>
        public IReadOnlyList<Cars> Groups => groups;

        /// <summary>Adds cars, which the world steps from now on.</summary>
        public void Add(Cars cars)
        {
            ErrorInfo error;
            Native.Check(Native.kamm_add_cars(Handle, cars.Handle, &error), ref error);
            cars.world = this;
            groups.Add(cars);
        }

        /// <summary>Removes cars.</summary>
        public void Remove(Cars cars)
        {
            ErrorInfo error;
            Native.Check(Native.kamm_remove_cars(Handle, cars.Handle, &error), ref error);
            cars.world = null;
            groups.Remove(cars);
        }

        /// <summary>Adds a body. Points of hulls and meshes are copied.</summary>
        public Body Add(in BodyDef def)
        {
            ErrorInfo error;
            Body body;
            BodyDef at = def;
            Native.Check(Native.kamm_add_body(Handle, &at, &body, &error), ref error);
            GC.KeepAlive(this);
            return body;
        }

        /// <summary>Removes a body.</summary>
        public void Remove(Body body)
        {
            ErrorInfo error;
            Native.Check(Native.kamm_remove_body(Handle, body, &error), ref error);
            GC.KeepAlive(this);
        }

        /// <summary>Motion of a body.</summary>
        public BodyMotion ReadMotion(Body body)
        {
            ErrorInfo error;
            BodyMotion motion;
            Native.Check(Native.kamm_read_body_motion(Handle, body, &motion, &error), ref error);
            GC.KeepAlive(this);
            return motion;
        }

        /// <summary>Sets the motion of a dynamic or kinematic body.</summary>
        public void SetMotion(Body body, in BodyMotion motion)
        {
            ErrorInfo error;
            BodyMotion at = motion;
            Native.Check(Native.kamm_set_body_motion(Handle, body, &at, &error), ref error);
            GC.KeepAlive(this);
        }

        /// <summary>Steps the world and all its cars by whole substeps.</summary>
        public void Step(int substeps)
        {
            if (substeps < 0) throw new ArgumentOutOfRangeException(nameof(substeps), substeps, "0 or more");
            Native.kamm_step_world(Handle, substeps);
            (ground as HostGround)?.ThrowFailure();
            GC.KeepAlive(this);
        }

        /// <summary>A placement on the topmost ground at (x, y), including bodies that are driven on.</summary>
        public Placement PlacementOf(Model model, double xM, double yM, double yawRad)
        {
            Placement at = Native.kamm_placement_in_world(Handle, model.Handle, xM, yM, yawRad);
            GC.KeepAlive(model);
            GC.KeepAlive(this);
            return at;
        }

        /// <summary>The pairs that touched or separated during the last step; valid until the next one.</summary>
        public ReadOnlySpan<ContactEvent> Contacts
        {
            get
            {
                int count;
                ContactEvent* events = Native.kamm_contact_events(Handle, &count);
                return new ReadOnlySpan<ContactEvent>(events, count);
            }
        }

        /// <summary>The bodies that entered or left sensors during the last step, ordered by time.</summary>
        public ReadOnlySpan<SensorEvent> SensorEvents
        {
            get
            {
                int count;
                SensorEvent* events = Native.kamm_sensor_events(Handle, &count);
                return new ReadOnlySpan<SensorEvent>(events, count);
            }
        }

        /// <summary>Finds the nearest thing on the straight line between two points.</summary>
        public bool CastRay(Vector3d fromM, Vector3d toM, out Hit hit)
        {
            Hit found;
            bool any = Native.kamm_cast_ray(Handle, (double*)&fromM, (double*)&toM, null, &found) != 0;
            hit = found;
            GC.KeepAlive(this);
            return any;
        }

        /// <summary>Size of a snapshot in bytes.</summary>
        public int SnapshotSize => (int)Native.kamm_world_snapshot_size(Handle);

        /// <summary>Writes all states of the world to a buffer of <see cref="SnapshotSize"/> bytes, without garbage.</summary>
        public void Save(Span<byte> to)
        {
            if (to.Length < SnapshotSize) throw new ArgumentException($"{SnapshotSize} bytes", nameof(to));
            fixed (byte* at = to) Native.kamm_save_world_snapshot(Handle, (IntPtr)at);
            GC.KeepAlive(this);
        }

        /// <summary>Restores what was saved.</summary>
        public void Restore(ReadOnlySpan<byte> from)
        {
            ErrorInfo error;
            fixed (byte* at = from)
                Native.Check(Native.kamm_restore_world_snapshot(Handle, (IntPtr)at, (UIntPtr)from.Length, &error), ref error);
            GC.KeepAlive(this);
        }

        /// <summary>A hash of all states except inputs.</summary>
        public ulong Hash() => Native.kamm_world_state_hash(Handle);

        static IntPtr Create(in Ground ground)
        {
            ErrorInfo error;
            var def = new WorldDef { Ground = ground };
            return Native.Check(Native.kamm_create_world(&def, &error), ref error);
        }

        protected override void Destroy(IntPtr handle)
        {
            Native.kamm_destroy_world(handle);
            foreach (Cars cars in groups) cars.world = null;
        }
    }
}
