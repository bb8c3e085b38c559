// A filled pouch in the round: the height field of render/pouch-shape.mjs, once for its front and once for its back.
import { sample } from '../render/image.mjs';
import { clamp, mix, smooth } from '../render/maths.mjs';
import { POUCH, pouchShape } from '../render/pouch-shape.mjs';
import { frame, slab } from './frame.mjs';

// Units of the shape in one unit of the world: a pouch is a little taller than a carton.
const UNIT = 1040;
const COLUMNS = 400;
const ROWS = 600;
const DEEPEST = 150;
// Half the thickness of the welded edge.
const FILM = 1.2;
// How steep the folds count for the light, as in the flat renderer.
const RELIEF = 0.9;

/* Heights on a grid over the whole face, and the same blurred for what the film mirrors. */
function survey(seed) {
  const shape = pouchShape(seed);
  const Z = new Float32Array(COLUMNS * ROWS);
  const inside = new Float32Array(COLUMNS * ROWS);
  for (let j = 0; j < ROWS; j++)
    for (let i = 0; i < COLUMNS; i++) {
      const x = POUCH.cx + (i / (COLUMNS - 1) - 0.5) * 2.08 * POUCH.half;
      const y = POUCH.top + (j / (ROWS - 1)) * POUCH.height;
      const [u] = shape.uv(x, y);
      const v = j / (ROWS - 1);
      const k = j * COLUMNS + i;
      // Softer than a cell is wide, so that the outline between cells stays smooth.
      inside[k] = shape.coverage(x, u, v, 0.22);
      Z[k] = Math.max(FILM, shape.height(x, y, clamp(u, -1, 1), v));
    }
  return { Z, soft: blur(Z, 6), inside };
}

/* Mean of each value and its r neighbours either side, along rows and then along columns. */
function blur(Z, r) {
  let from = Z;
  for (const stride of [1, COLUMNS]) {
    const to = new Float32Array(Z.length);
    for (let k = 0; k < Z.length; k++) {
      let sum = 0;
      for (let q = -r; q <= r; q++) sum += from[k + q * stride] ?? from[k];
      to[k] = sum / (2 * r + 1);
    }
    from = to;
  }
  return from;
}

const W = (2.08 * POUCH.half) / UNIT;
const H = POUCH.height / UNIT;

/* A grid read at a place of the world's size, between its points. */
function reader(grid) {
  return (x, y) => {
    const gx = clamp(x / W + 0.5) * (COLUMNS - 1.001);
    const gy = clamp(1 - y / H) * (ROWS - 1.001);
    const i = gx | 0;
    const j = gy | 0;
    const k = j * COLUMNS + i;
    const fx = gx - i;
    const top = mix(grid[k], grid[k + 1], fx);
    return mix(top, mix(grid[k + COLUMNS], grid[k + COLUMNS + 1], fx), gy - j);
  };
}

const pane = (centre, width, edge, t) => smooth(width + edge, width - edge * 0.2, Math.abs(t - centre));

/** A pouch standing at `at`, turned by yaw and leaning back. label: its front as a read picture. */
export function standingPouch({ label, at, yaw = 0, lean = 0, seed = 7, foil = 0.35, lamp = -1 }) {
  const axes = frame({ at, yaw, lean });
  const grids = survey(seed);
  const height = reader(grids.Z);
  const softHeight = reader(grids.soft);
  const covered = reader(grids.inside);
  const low = [-W / 2, 0, -DEEPEST / UNIT];
  const high = [W / 2, H, DEEPEST / UNIT];
  const from = [0, 0, 0];
  const along = [0, 0, 0];
  const span = [0, 0, 0];
  const STEP = 0.014;

  /* How far outside the film the ray is at t, along the thing's z; negative within. */
  const gap = (t) => {
    const x = from[0] + along[0] * t;
    const y = from[1] + along[1] * t;
    const g = Math.abs(from[2] + along[2] * t) - height(x, y) / UNIT;
    return g < 0 && covered(x, y) < 0.5 ? STEP : g;
  };
  const refine = (a, b) => {
    for (let q = 0; q < 8; q++) {
      const m = (a + b) / 2;
      if (gap(m) > 0) a = m;
      else b = m;
    }
    return a;
  };
  const nearest = (o, dir) => {
    axes.placeIn(o, from);
    axes.turnIn(dir, along);
    if (!slab(from, along, low, high, span)) return Infinity;
    // The welded edge is too thin to be met by steps: it is looked for where the ray crosses the middle.
    const film = -from[2] / (along[2] || 1e-9);
    let t = span[0];
    let g = gap(t);
    while (t < span[1]) {
      const next = Math.min(t + Math.max(STEP, g * 0.6), span[1]);
      if (film > t && film <= next && gap(film) <= 0) return refine(t, film);
      g = gap(next);
      if (g <= 0) return refine(t, next);
      t = next;
    }
    return Infinity;
  };
  const slope = (read, x, y, e) => [
    -((read(x + e, y) - read(x - e, y)) / (2 * e * UNIT)) * RELIEF,
    -((read(x, y + e) - read(x, y - e)) / (2 * e * UNIT)) * RELIEF,
  ];
  /* Two windows mirrored in the film, the broad one on the lamp's side. */
  const glint = ([bx, by]) => {
    const m = bx * bx + by * by + 1;
    const rx = ((2 * bx) / m) * -lamp;
    const ry = (2 * by) / m;
    return (
      0.8 * pane(0.5, 0.1, 0.26, rx) * pane(0.15, 0.55, 0.5, ry) +
      0.4 * pane(-0.66, 0.05, 0.16, rx) * pane(0, 0.75, 0.4, ry) +
      0.3 * pane(0.75, 0.1, 0.3, ry)
    );
  };
  return {
    nearest,
    surface(world, _d, s) {
      const p = axes.placeIn(world, [0, 0, 0]);
      const front = p[2] >= 0;
      const u = clamp(p[0] / (POUCH.half / UNIT), -1, 1);
      const v = 1 - p[1] / H;
      const [nx, ny] = slope(height, p[0], p[1], 0.003);
      const m = Math.hypot(nx, ny, 1);
      axes.turnOut([nx / m, ny / m, (front ? 1 : -1) / m], s.n);
      sample(label, 0.5 + 0.5 * u * 0.985, v * 0.985 + 0.006, s.ink);
      const edge = mix(0.72, 1, smooth(0, 0.08, 1 - Math.abs(u)));
      for (let c = 0; c < 3; c++) s.ink[c] *= edge * (front ? 1 : 0.7);
      s.shine = front ? glint(slope(softHeight, p[0], p[1], 0.006)) * foil * 0.16 : 0;
    },
  };
}
