// Light in the studio: one large lamp, the room's own glow, and one bounce off the things nearby.
import { clamp, mix, smooth } from '../render/maths.mjs';

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Random numbers for one picture. */
export function dice(seed = 1) {
  return () => {
    seed = (seed * 1664525 + 1013904223) | 0;
    return (seed >>> 8) / 16777216;
  };
}

/** The nearest thing in the way of a ray: its distance goes into `found.t`. */
export function nearestOf(things, o, d, found) {
  found.t = Infinity;
  found.thing = null;
  found.index = -1;
  for (let i = 0; i < things.length; i++) {
    const t = things[i].nearest(o, d);
    if (t < found.t) {
      found.t = t;
      found.thing = things[i];
      found.index = i;
    }
  }
  return found.thing !== null;
}

/** A surface to be filled in by the thing that was met. */
export const bareSurface = () => ({ ink: [0, 0, 0], n: [0, 0, 0], shine: 0, gloss: 0, metal: false });

/** Clears what not every thing sets. */
export const reset = (s) => {
  s.shine = 0;
  s.gloss = 0;
  s.metal = false;
  return s;
};

/* The room: pale ceiling, warm walls behind the camera, and the lamp itself as mirrors see it. */
function room(d, lamp, out) {
  const up = 0.5 + 0.5 * d[1];
  out[0] = mix(0.42, 0.92, up);
  out[1] = mix(0.36, 0.9, up);
  out[2] = mix(0.3, 0.9, up);
  const glow = 3.4 * smooth(0.88, 0.96, dot(d, lamp.toward));
  for (let c = 0; c < 3; c++) out[c] += glow * lamp.colour[c];
  return out;
}

/** A lamp: a square of `size` at `at`, so bright that what faces it is lit by `power`. */
export function lampAt({ at, size = 1.5, power = 1, colour = [1, 0.95, 0.86], fill = 0.5 }) {
  const m = Math.hypot(...at);
  const toward = at.map((k) => k / m);
  // Two directions across the lamp's face.
  const side = [toward[2], 0, -toward[0]];
  const sm = Math.hypot(...side) || 1;
  const a = side.map((k) => k / sm);
  const b = [
    a[1] * toward[2] - a[2] * toward[1],
    a[2] * toward[0] - a[0] * toward[2],
    a[0] * toward[1] - a[1] * toward[0],
  ];
  return { at, size, power, colour, fill, toward, a, b };
}

/** The light at a point: `direct` and `around` send one random ray each. */
export function lighting(things, lamp, rnd, gobo) {
  const d = [0, 0, 0];
  const q = [0, 0, 0];
  const sky = [0, 0, 0];
  const found = { t: 0, thing: null, index: -1 };
  const other = bareSurface();

  const blocked = (p, reach) => {
    for (const thing of things) if (thing.nearest(p, d) < reach) return true;
    return false;
  };

  /* Light of the lamp on p with normal n: 0 in shadow. */
  const direct = (p, n) => {
    const i = (rnd() - 0.5) * lamp.size;
    const j = (rnd() - 0.5) * lamp.size;
    for (let k = 0; k < 3; k++) d[k] = lamp.at[k] + lamp.a[k] * i + lamp.b[k] * j - p[k];
    const m = Math.hypot(d[0], d[1], d[2]);
    for (let k = 0; k < 3; k++) d[k] /= m;
    const facing = dot(d, n);
    if (facing <= 0) return 0;
    const shade = gobo ? gobo(p, d) : 1;
    return shade <= 0 || blocked(p, m) ? 0 : facing * lamp.power * shade;
  };

  /* A direction round n, steep ones more often. */
  const scatter = (n, spread = 1) => {
    const z = 1 - 2 * rnd();
    const turn = 6.2832 * rnd();
    const r = Math.sqrt(Math.max(0, 1 - z * z));
    d[0] = n[0] + spread * r * Math.cos(turn);
    d[1] = n[1] + spread * z;
    d[2] = n[2] + spread * r * Math.sin(turn);
    const m = Math.hypot(d[0], d[1], d[2]) || 1;
    for (let k = 0; k < 3; k++) d[k] /= m;
  };

  /* The light that comes back along d from p: the room, or a thing in plain light. */
  const seen = (p, out) => {
    if (!nearestOf(things, p, d, found)) return room(d, lamp, out);
    for (let k = 0; k < 3; k++) q[k] = p[k] + d[k] * found.t;
    found.thing.surface(q, d, reset(other));
    const plain = 0.3 + 0.62 * clamp(dot(other.n, lamp.toward)) * lamp.power;
    for (let c = 0; c < 3; c++) out[c] = other.ink[c] * plain;
    return out;
  };

  const around = (p, n) => {
    scatter(n);
    seen(p, sky);
    for (let c = 0; c < 3; c++) sky[c] *= lamp.fill;
    return sky;
  };

  /* The reflection in polished metal at p, seen along `view`. */
  const mirrored = (p, n, view, rough) => {
    const k = 2 * dot(view, n);
    const r = [view[0] - k * n[0], view[1] - k * n[1], view[2] - k * n[2]];
    scatter(r, rough);
    return seen(p, sky);
  };
  return { direct, around, mirrored };
}
