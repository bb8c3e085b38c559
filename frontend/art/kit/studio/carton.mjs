// A printed carton. Its height is 1.
import { sample } from '../render/image.mjs';
import { noise } from '../render/maths.mjs';
import { frame, slab } from './frame.mjs';

const BEVEL = 0.011;

/** A carton standing at `at`, turned by yaw; panels: front, side, lid as read pictures. */
export function carton({ panels, w = 0.72, d = 0.36, at, yaw = 0 }) {
  const axes = frame({ at, yaw });
  const low = [-w / 2, 0, -d / 2];
  const high = [w / 2, 1, d / 2];
  const from = [0, 0, 0];
  const along = [0, 0, 0];
  const span = [0, 0, -1];

  const faceOf = (p) => {
    let axis = 0;
    let best = Infinity;
    for (let a = 0; a < 3; a++) {
      const gap = Math.min(Math.abs(p[a] - low[a]), Math.abs(p[a] - high[a]));
      if (gap < best) {
        best = gap;
        axis = a;
      }
    }
    return [axis, Math.abs(p[axis] - low[axis]) < Math.abs(p[axis] - high[axis]) ? -1 : 1];
  };

  /* The edges of folded board are round, and the paper has a tooth. */
  const bend = (p, axis, n) => {
    for (let a = 0; a < 3; a++) {
      if (a === axis) continue;
      const below = p[a] - low[a];
      const above = high[a] - p[a];
      if (below < BEVEL) n[a] -= (1 - below / BEVEL) ** 2 * 0.9;
      if (above < BEVEL) n[a] += (1 - above / BEVEL) ** 2 * 0.9;
    }
    const worn = Math.hypot(...n) > 1.06;
    n[0] += 0.012 * noise(p[0] * 260, p[1] * 260, 3);
    n[1] += 0.012 * noise(p[1] * 260, p[2] * 260, 4);
    return worn;
  };

  return {
    nearest(o, dir) {
      axes.placeIn(o, from);
      axes.turnIn(dir, along);
      return slab(from, along, low, high, span) && span[2] >= 0 ? span[0] : Infinity;
    },
    surface(world, _d, s) {
      const p = axes.placeIn(world, [0, 0, 0]);
      const [axis, side] = faceOf(p);
      const across = (p[0] - low[0]) / w;
      if (axis === 2) sample(panels.front, across, 1 - p[1], s.ink);
      else if (axis === 0)
        sample(panels.side, (side > 0 ? high[2] - p[2] : p[2] - low[2]) / d, 1 - p[1], s.ink);
      else sample(panels.lid, across, (p[2] - low[2]) / d, s.ink);
      const n = [0, 0, 0];
      n[axis] = side;
      if (bend(p, axis, n)) for (let c = 0; c < 3; c++) s.ink[c] = s.ink[c] * 0.86 + 0.09;
      const m = Math.hypot(...n);
      axes.turnOut(
        n.map((k) => k / m),
        s.n,
      );
      s.gloss = 0.05;
    },
  };
}
