// A pouch lit by a soft box from the upper left: height field, normals, printed film with glints.
import { blank, load, onShadow, png, sample } from './image.mjs';
import { bell, clamp, hash, mix, noise, smooth, srgb, tone } from './maths.mjs';
import { gusset, POUCH, pouchShape } from './pouch-shape.mjs';

const LAMP = (() => {
  const m = Math.hypot(0.52, 0.58, 0.63);
  return [-0.52 / m, -0.58 / m, 0.63 / m];
})();

// How steep the height field counts for the light.
const RELIEF = 0.62;

/* The pouch as grids: place on the face, height and coverage of every pixel. */
function survey(shape, W, H, S) {
  const grid = () => new Float32Array(W * H);
  const map = { W, H, U: grid(), V: grid(), A: grid(), Z: grid() };
  for (let j = 0; j < H; j++)
    for (let i = 0; i < W; i++) {
      const k = j * W + i;
      const [u, v] = shape.uv(i / S, j / S);
      map.U[k] = u;
      map.V[k] = v;
      map.A[k] = shape.coverage(i / S, u, v, S);
      map.Z[k] = shape.height(i / S, j / S, u, clamp(v));
    }
  return map;
}

/* Slope of the height field over `reach` pixels either side. */
function slope(map, k, reach, S) {
  const at = (index) => map.Z[Math.min(map.Z.length - 1, Math.max(0, index))];
  const scale = (S / (2 * reach)) * RELIEF;
  return [-(at(k + reach) - at(k - reach)) * scale, -(at(k + reach * map.W) - at(k - reach * map.W)) * scale];
}

/* Light on the film itself: lamp, wrap-around, sky, and the darker edges, foot and gusset. */
function diffuse([nx, ny, nz], u, v) {
  const edge = Math.abs(u);
  const facing = clamp(nx * LAMP[0] + ny * LAMP[1] + nz * LAMP[2]);
  const wrap = clamp((nx * -0.75 + nz * 0.5 + 0.5) / 1.2);
  let light = 0.15 + 0.68 * facing + 0.22 * wrap + 0.12 * (0.5 - 0.5 * ny);
  light *= mix(1.1, 0.8, smooth(-0.9, 1, u)) * mix(1.05, 0.9, v);
  light *= mix(0.66, 1, smooth(0, 0.1, 1 - edge)) * mix(1, 0.74, smooth(0.93, 1, v));
  return light * (1 - 0.22 * bell(Math.abs(v - gusset(u)), 0.005) * smooth(0.25, 0.7, edge));
}

const pane = (centre, width, blur, t) => smooth(width + blur, width - blur * 0.2, Math.abs(t - centre));

/* The mirror image in the film: a window left, a narrow one right. The slope must be a blurred one, or it sparkles. */
function glint([bx, by]) {
  const m = bx * bx + by * by + 1;
  const rx = (2 * bx) / m;
  const ry = (2 * by) / m;
  return (
    0.85 * pane(-0.5, 0.12, 0.26, rx) * pane(-0.15, 0.55, 0.5, ry) +
    0.55 * pane(0.66, 0.05, 0.16, rx) * pane(0, 0.75, 0.4, ry) +
    0.35 * pane(-0.75, 0.1, 0.3, ry)
  );
}

/* The label is wrapped round the belly: towards the edges it is seen foreshortened. */
function labelPlace(u, v, nx, ny) {
  const round = smooth(0.08, 0.4, v) * 0.8;
  const wrapped = mix(u, Math.asin(clamp(u * 0.9, -0.999, 0.999)) / Math.asin(0.9), round);
  return [0.5 + 0.5 * wrapped * 0.985 - nx * 0.006, v * 0.985 + 0.006 - ny * 0.006];
}

function shadePixel(map, k, i, j, S, label, foil, out) {
  const u = map.U[k];
  const v = map.V[k];
  const [sx, sy] = slope(map, k, 1, S);
  const m = Math.hypot(sx, sy, 1);
  const n = [sx / m, sy / m, 1 / m];
  sample(label, ...labelPlace(u, v, n[0], n[1]), out);
  const light = diffuse(n, u, v) * 1.16;
  const fresnel = 0.035 + 0.5 * (1 - n[2]) ** 3;
  const shine = glint(slope(map, k, Math.round(3 * S), S)) * (foil * 0.22 + fresnel * 0.5);
  const x = i / S;
  const y = j / S;
  const grain = 1 + 0.02 * noise(x * 0.9, y * 0.9, 31) + 0.012 * noise(x / 3, y / 3, 37);
  for (let c = 0; c < 3; c++)
    out[c] = srgb(tone(out[c] * light * grain + shine * [1, 0.97, 0.92][c])) + (hash(i, j, c) - 0.5) * 1.6;
}

/** A pouch on nothing, as PNG bytes, 1100 x 1360 at scale S. label: its front panel. */
export async function pouch({ label, S = 1.5, seed = 7, shadow = true, foil = 0.35 }) {
  const print = await load(label);
  const picture = blank(Math.round(1100 * S), Math.round(1360 * S));
  const map = survey(pouchShape(seed), picture.w, picture.h, S);
  const out = [0, 0, 0];
  for (let j = 1; j < picture.h - 1; j++)
    for (let i = 1; i < picture.w - 1; i++) {
      const k = j * picture.w + i;
      if (map.A[k] <= 0) continue;
      shadePixel(map, k, i, j, S, print, foil, out);
      picture.d.set([...out, 255 * map.A[k]], k * 4);
    }
  if (!shadow) return png(picture);
  const { cx, half } = POUCH;
  const floor = POUCH.top + POUCH.height + 22;
  return onShadow(picture, S, [
    [cx + half * 0.26, floor + 10, half * 1.12, 46, 34, 0.34],
    [cx + half * 0.08, floor + 2, half, 22, 14, 0.45],
    [cx, floor - 5, half * 0.95, 10, 6, 0.6],
  ]);
}
