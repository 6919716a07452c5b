//! Terrain: ground of planes, height maps and triangles.

use core::ptr::{null, NonNull};

use alloc::vec::Vec;

use crate::error::create;
use crate::{sys, Ground, Result, Surface, TerrainPoint};

/// A layer of a terrain.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// Where its ground is.
    pub shape: LayerShape<'a>,
    /// Index of its surface; None: as painted.
    pub surface: Option<u8>,
}

/// Ground of a layer.
#[derive(Clone, Copy, Debug)]
pub enum LayerShape<'a> {
    /// A plane z = height + slope · ((x, y) - from), everywhere or in a rectangle.
    Plane {
        /// Height at `from_m` of the rectangle, or at the origin.
        height_m: f64,
        /// Slopes along x and y.
        slope: [f64; 2],
        /// Least and highest x and y; None: everywhere.
        rectangle_m: Option<([f64; 2], [f64; 2])>,
    },
    /// Heights on a grid, row by row along x.
    Heights {
        /// Points of a row, 2 at least. The length of `heights_m` is a multiple of it.
        columns: usize,
        /// Distance of the points.
        cell_m: f64,
        /// World x and y of the first point.
        origin_m: [f64; 2],
        /// Heights.
        heights_m: &'a [f32],
    },
    /// Triangles of any winding.
    Mesh {
        /// Vertices, world axes.
        vertices_m: &'a [[f32; 3]],
        /// Indices of vertices.
        triangles: &'a [[i32; 3]],
    },
}

/// Surfaces on a grid, row by row along x. Beyond it lies surface 0.
#[derive(Clone, Copy, Debug)]
pub struct Paint<'a> {
    /// Cells of a row. The length of `surfaces` is a multiple of it.
    pub columns: usize,
    /// Size of a cell.
    pub cell_m: f64,
    /// World x and y of the first cell's corner.
    pub origin_m: [f64; 2],
    /// Index of each cell's surface.
    pub surfaces: &'a [u8],
}

/// What a terrain has beside its layers.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerrainOptions<'a> {
    /// Surfaces; the first one is the default. None: dry asphalt.
    pub surfaces: &'a [Surface],
    /// Surfaces by place.
    pub paint: Option<Paint<'a>>,
    /// Seed of a roughness that is added to the heights; None: heights are those of the layers.
    pub roughness_seed: Option<u32>,
}

/// A compiled terrain. It never changes; threads may share it.
#[derive(Debug)]
pub struct Terrain(NonNull<sys::kamm_terrain>);

// SAFETY: a terrain is immutable.
unsafe impl Send for Terrain {}
unsafe impl Sync for Terrain {}

fn rows(count: usize, columns: usize) -> i32 {
    assert!(columns > 0 && count % columns == 0, "{count} points are no whole rows of {columns}");
    i32::try_from(count / columns).expect("rows of a grid")
}

impl Layer<'_> {
    fn to_raw(self) -> sys::kamm_layer {
        let mut raw = sys::kamm_layer {
            surface: match self.surface {
                None => -1,
                Some(0) => sys::KAMM_FIRST_SURFACE,
                Some(index) => index.into(),
            },
            ..Default::default()
        };
        match self.shape {
            LayerShape::Plane { height_m, slope, rectangle_m } => {
                let (from_m, to_m) = rectangle_m.unwrap_or_default();
                raw.kind = sys::KAMM_LAYER_PLANE;
                raw.plane = sys::kamm_patch_plane { height_m, slope, from_m, to_m };
            }
            LayerShape::Heights { columns, cell_m, origin_m, heights_m } => {
                raw.kind = sys::KAMM_LAYER_HEIGHTS;
                raw.heights = sys::kamm_height_map {
                    columns: columns as i32,
                    rows: rows(heights_m.len(), columns),
                    cell_m,
                    origin_m,
                    heights_m: heights_m.as_ptr(),
                };
            }
            LayerShape::Mesh { vertices_m, triangles } => {
                raw.kind = sys::KAMM_LAYER_MESH;
                raw.mesh = sys::kamm_mesh {
                    vertex_count: vertices_m.len() as i32,
                    triangle_count: triangles.len() as i32,
                    vertices_m: vertices_m.as_ptr(),
                    triangles: triangles.as_ptr(),
                };
            }
        }
        raw
    }
}

impl Terrain {
    /// Compiles a terrain with a copy of all data; no layers: a level plane. An error names the place.
    pub fn new(layers: &[Layer<'_>], options: &TerrainOptions<'_>) -> Result<Self> {
        let layers: Vec<_> = layers.iter().map(|layer| layer.to_raw()).collect();
        let paint = options.paint.map_or_else(sys::kamm_paint::default, |paint| sys::kamm_paint {
            columns: paint.columns as i32,
            rows: rows(paint.surfaces.len(), paint.columns),
            cell_m: paint.cell_m,
            origin_m: paint.origin_m,
            surfaces: paint.surfaces.as_ptr(),
        });
        let def = sys::kamm_terrain_def {
            layers: if layers.is_empty() { null() } else { layers.as_ptr() },
            layer_count: layers.len() as i32,
            surfaces: if options.surfaces.is_empty() { null() } else { options.surfaces.as_ptr() },
            surface_count: options.surfaces.len() as i32,
            paint,
            roughness_seed: options.roughness_seed.unwrap_or(0),
            rough: options.roughness_seed.is_some().into(),
        };
        // SAFETY: all arrays have the lengths that the def tells, and live during the call.
        create(|error| unsafe { sys::kamm_create_terrain(&def, error) }).map(Terrain)
    }

    /// The ground for stepping.
    pub fn ground(&self) -> Ground<'_> {
        // SAFETY: the ground borrows the terrain, which is immutable.
        unsafe { Ground::from_raw(sys::kamm_terrain_ground(self.as_ptr())) }
    }

    /// The ground at (x, y) for a point at height z. A large z gives the topmost ground.
    pub fn at(&self, x_m: f64, y_m: f64, z_m: f64) -> TerrainPoint {
        // SAFETY: it only reads.
        unsafe { sys::kamm_terrain_at(self.as_ptr(), x_m, y_m, z_m) }
    }

    /// The object of the C interface.
    pub fn as_ptr(&self) -> *const sys::kamm_terrain {
        self.0.as_ptr()
    }
}

impl Drop for Terrain {
    fn drop(&mut self) {
        // SAFETY: the terrain is owned here, and no ground borrows it.
        unsafe { sys::kamm_destroy_terrain(self.0.as_ptr()) }
    }
}
