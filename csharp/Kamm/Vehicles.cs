using System;
using System.Runtime.InteropServices;

namespace Kamm
{
    /// <summary>A vehicle's parameters: members of <see cref="Def"/>, or values by their paths.</summary>
    public sealed unsafe class Vehicle : IDisposable
    {
        VehicleDef* def; // 78 kB beside the managed heap, so that it does not move

        /// <summary>The default small car.</summary>
        public Vehicle()
        {
            def = (VehicleDef*)Marshal.AllocHGlobal(sizeof(VehicleDef));
            Native.kamm_default_vehicle_out(def);
        }

        ~Vehicle() { Free(); }

        /// <summary>The struct of the C interface.</summary>
        public ref VehicleDef Def
        {
            get
            {
                if (def == null) throw new ObjectDisposedException(nameof(Vehicle));
                return ref *def;
            }
        }

        /// <summary>Sets a number by its path, in the unit of the path: Set("engine.idle_rpm", 900).</summary>
        public Vehicle Set(string path, double value)
        {
            ErrorInfo error;
            fixed (VehicleDef* at = &Def)
            fixed (byte* name = Utf8.OfText(path))
                Native.Check(Native.kamm_set_number(Native.kamm_vehicle_table(), (IntPtr)at, name, value, &error), ref error);
            return this;
        }

        /// <summary>Sets a value by its text: Set("gearbox.kind", "automatic").</summary>
        public Vehicle Set(string path, string text)
        {
            ErrorInfo error;
            fixed (VehicleDef* at = &Def)
            fixed (byte* name = Utf8.OfText(path), value = Utf8.OfText(text))
                Native.Check(Native.kamm_set(Native.kamm_vehicle_table(), (IntPtr)at, name, value, &error), ref error);
            return this;
        }

        /// <summary>The number at a path, in the unit of the path.</summary>
        public double Number(string path)
        {
            ErrorInfo error;
            double value;
            fixed (VehicleDef* at = &Def)
            fixed (byte* name = Utf8.OfText(path))
                Native.Check(Native.kamm_get_number(Native.kamm_vehicle_table(), (IntPtr)at, name, &value, &error), ref error);
            GC.KeepAlive(this);
            return value;
        }

        public void Dispose()
        {
            Free();
            GC.SuppressFinalize(this);
        }

        void Free()
        {
            Marshal.FreeHGlobal((IntPtr)def);
            def = null;
        }
    }

    /// <summary>A compiled vehicle, which never changes. Cars keep it alive.</summary>
    public sealed unsafe class Model : KammObject
    {
        /// <summary>Compiles a vehicle for a rung. A value out of its range is an error.</summary>
        public Model(Vehicle vehicle, Rung rung = Rung.Full) : base(Create(vehicle, rung)) {}

        /// <summary>Reads the bytes of <see cref="Save"/>, of the same version of Kamm.</summary>
        public Model(ReadOnlySpan<byte> saved) : base(Restore(saved)) {}

        /// <summary>The bytes of the model, to compile vehicles once and ship them.</summary>
        public byte[] Save()
        {
            var bytes = new byte[(int)Native.kamm_model_size(Handle)];
            fixed (byte* to = bytes) Native.kamm_save_model(Handle, (IntPtr)to);
            GC.KeepAlive(this);
            return bytes;
        }

        /// <summary>Masses, sizes, wheels, gears and limits.</summary>
        public ModelInfo Describe()
        {
            ModelInfo info;
            Native.kamm_describe_out(Handle, &info);
            GC.KeepAlive(this);
            return info;
        }

        /// <summary>Whether it has two wheels in line, which a rider balances.</summary>
        public bool HasRider => Native.kamm_has_rider(Handle) != 0;

        static IntPtr Create(Vehicle vehicle, Rung rung)
        {
            ErrorInfo error;
            fixed (VehicleDef* def = &vehicle.Def) {
                IntPtr made = Native.Check(Native.kamm_create_model(def, rung, &error), ref error);
                GC.KeepAlive(vehicle);
                return made;
            }
        }

        static IntPtr Restore(ReadOnlySpan<byte> saved)
        {
            ErrorInfo error;
            fixed (byte* from = saved)
                return Native.Check(Native.kamm_restore_model((IntPtr)from, (UIntPtr)saved.Length, &error), ref error);
        }

        protected override void Destroy(IntPtr handle) => Native.kamm_destroy_model(handle);
    }
}
