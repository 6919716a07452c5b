using System;
using System.Runtime.InteropServices;

namespace Kamm
{
    /// <summary>Tells ahead-of-time compilers, such as Unity's, that C calls a method.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type) {}
    }

    /// <summary>Grounds that are planes.</summary>
    public static unsafe class Grounds
    {
        /// <summary>Level, dry asphalt at z = 0 under standard gravity and air.</summary>
        public static Ground Flat => *Native.kamm_get_flat_ground();

        /// <summary>A plane through the origin that rises by slope along x and by bank along y.</summary>
        public static Ground Plane(double slope, double bank, double friction) =>
            Native.kamm_plane_ground(slope, bank, friction);

        /// <summary>A placement on a plane, above (x, y).</summary>
        public static Placement PlacementOn(in Ground ground, double xM, double yM, double yawRad)
        {
            Ground at = ground;
            return Native.kamm_placement_on(&at, xM, yM, yawRad);
        }
    }

    /// <summary>Fills in the contact plane of each probe. Runs repeat only if it depends on the probes alone.</summary>
    public delegate void QueryGround(ReadOnlySpan<Probe> probes, Span<Contact> contacts);

    /// <summary>Ground of the host, such as rays of a physics engine. It has to live as long as what is stepped on it.</summary>
    public sealed unsafe class HostGround : IDisposable
    {
        static readonly GroundQuery asked = Ask; // kept from the garbage collector

        readonly QueryGround query;
        GCHandle self;
        Exception failure;

        /// <summary>A ground that is asked every <paramref name="intervalSubsteps"/>, for body points too if asked so.</summary>
        public HostGround(QueryGround query, int intervalSubsteps = 1, bool bodyPoints = false)
        {
            this.query = query ?? throw new ArgumentNullException(nameof(query));
            self = GCHandle.Alloc(this);
            Ground = new Ground {
                Query = Marshal.GetFunctionPointerForDelegate(asked),
                User = GCHandle.ToIntPtr(self),
                IntervalSubsteps = intervalSubsteps,
                BodyPoints = bodyPoints ? 1 : 0,
            };
        }

        /// <summary>The struct of the C interface. It may be changed, such as its gravity.</summary>
        public Ground Ground;

        /// <summary>Throws what the query has thrown. C can't be unwound, so the step went on with the former planes.</summary>
        public void ThrowFailure()
        {
            Exception thrown = failure;
            failure = null;
            if (thrown != null) throw new InvalidOperationException("the query of the ground has failed", thrown);
        }

        public void Dispose()
        {
            if (self.IsAllocated) self.Free();
        }

        [MonoPInvokeCallback(typeof(GroundQuery))]
        static void Ask(IntPtr user, int count, Probe* probes, Contact* contacts)
        {
            var ground = (HostGround)GCHandle.FromIntPtr(user).Target;
            try {
                ground.query(new ReadOnlySpan<Probe>(probes, count), new Span<Contact>(contacts, count));
            } catch (Exception exception) {
                ground.failure = exception;
            }
        }
    }

    /// <summary>Ground of a height map or of triangles. It never changes; threads may share it.</summary>
    public sealed unsafe class Terrain : KammObject
    {
        Terrain(IntPtr handle) : base(handle) {}

        /// <summary>Heights on a grid, row by row along x.</summary>
        public static Terrain OfHeights(ReadOnlySpan<float> heightsM, int columns, double cellM, Vector2d originM)
        {
            if (columns < 2 || heightsM.Length % columns != 0)
                throw new ArgumentException($"{heightsM.Length} heights are no whole rows of {columns}", nameof(columns));
            fixed (float* heights = heightsM) {
                var layer = new Layer { Kind = LayerKind.Heights, Surface = -1 };
                layer.Heights = new HeightMap {
                    Columns = columns, Rows = heightsM.Length / columns, CellM = cellM, OriginM = originM, HeightsM = heights,
                };
                return Create(&layer);
            }
        }

        /// <summary>Triangles of any winding: indices of vertices, three of each.</summary>
        public static Terrain OfTriangles(ReadOnlySpan<Vector3f> verticesM, ReadOnlySpan<int> triangles)
        {
            if (triangles.Length % 3 != 0) throw new ArgumentException("three indices of each triangle", nameof(triangles));
            fixed (Vector3f* vertices = verticesM)
            fixed (int* indices = triangles) {
                var layer = new Layer { Kind = LayerKind.Mesh, Surface = -1 };
                layer.Mesh = new Mesh {
                    VertexCount = verticesM.Length, TriangleCount = triangles.Length / 3,
                    VerticesM = (float*)vertices, Triangles = indices,
                };
                return Create(&layer);
            }
        }

        /// <summary>The ground for stepping. The terrain has to outlive it.</summary>
        public Ground Ground => Native.kamm_terrain_ground(Handle);

        /// <summary>The ground at (x, y) for a point at height z. A large z gives the topmost ground.</summary>
        public TerrainPoint At(double xM, double yM, double zM)
        {
            TerrainPoint point = Native.kamm_terrain_at(Handle, xM, yM, zM);
            GC.KeepAlive(this);
            return point;
        }

        static Terrain Create(Layer* layer)
        {
            ErrorInfo error;
            var def = new TerrainDef { Layers = layer, LayerCount = 1 };
            return new Terrain(Native.Check(Native.kamm_create_terrain(&def, &error), ref error));
        }

        protected override void Destroy(IntPtr handle) => Native.kamm_destroy_terrain(handle);
    }
}
