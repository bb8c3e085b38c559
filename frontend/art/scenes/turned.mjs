import { arcPoints, brush, dense, G, P, poly, spline, swell } from '../kit/geom.mjs';

/** Colour plates of what a scene's vessels are made of. */
export const materials = {
  brass: { a: '#DBA340', b: '#A66C1E', h: '#FBE6A6', in: '#7A4B14', lip: '#EEC566' },
  clay: { a: '#C9683C', b: '#96432A', h: '#EBA47C', in: '#5E2818', lip: '#D98355' },
  stone: { a: '#948B7B', b: '#675F53', h: '#C9C0AE', in: '#4C463D', lip: '#B1A896' },
  lime: { a: '#F4E6CB', b: '#D6BE93', h: '#FFFAEC', in: '#A98B5C', lip: '#FBF1DC' },
  wood: { a: '#9A6236', b: '#6B3F20', h: '#C8935F', in: '#4B2A14', lip: '#B57B4A' },
};
const INK = '#121C36';

/** Screen position on the front of a body of revolution: u from -1 (left edge) to 1 (right edge). */
const surface =
  (tilt) =>
  ([r, y], u) => [r * u, y + r * tilt * Math.sqrt(Math.max(0, 1 - u * u))];

/** A ring lying flat, or a piece of it (0 is right, 90 is front), as points. */
export const ellipse = (r, y, tilt, from = 0, to = 360) => dense(arcPoints(from, to, r, r * tilt, 60, [0, y]));

function bodyPlates(L, at, m) {
  const left = L.map((p) => at(p, -1));
  const right = L.map((p) => at(p, 1));
  const foot = Array.from({ length: 21 }, (_, i) => at(L.at(-1), -1 + i / 10));
  const shadeEdge = L.map((p, i) => at(p, 0.3 + 0.12 * Math.sin((i / L.length) * 5)));
  const shadeFoot = Array.from({ length: 11 }, (_, i) => at(L.at(-1), 0.42 + 0.058 * i));
  return {
    left,
    right,
    foot,
    svg: G(
      P(poly([...left, ...foot, ...[...right].reverse()]), m.a) +
        P(poly([...shadeEdge, ...shadeFoot, ...[...right].reverse()]), m.b),
      'translate(1.4 1.1)',
    ),
  };
}

/** Engraver's hatching: parallels that swell towards the dark side. */
function hatching(L, at, line, rows) {
  let s = '';
  for (let i = 1; i < rows; i++) {
    const p = L[Math.round((i / rows) * (L.length - 1))];
    const start = 0.5 + 0.16 * ((i * 7) % 3) * 0.5;
    s += P(
      brush(
        dense(Array.from({ length: 9 }, (_, k) => at(p, start + ((0.985 - start) * k) / 8))),
        (t) => line * (0.2 + 0.9 * t),
      ),
      INK,
    );
    s += P(
      brush(dense(Array.from({ length: 5 }, (_, k) => at(p, -0.985 + 0.03 * k))), (t) => line * 0.8 * (1 - t)),
      INK,
    );
  }
  return s;
}

/**
 * A bowl, pot, plinth or mill stone: a profile of [radius, y] from the lip down, turned round its axis.
 * Returns the parts apart, so that powder or fruit can be laid between the hollow and the lip.
 */
export function turned(
  profile,
  { material = 'brass', tilt = 0.26, line = 1.3, rows = 14, lip = 0.07, smooth = true, open = true, gloss = true } = {},
) {
  const m = typeof material === 'string' ? materials[material] : material;
  const L = smooth ? spline(profile, 10) : profile;
  const at = surface(tilt);
  const [r, y] = L[0];
  const plates = bodyPlates(L, at, m);
  const shine = (u, w) =>
    P(
      brush(
        dense(L.slice(Math.floor(L.length * 0.08), Math.ceil(L.length * 0.86)).map((p) => at(p, u))),
        swell(w, 0.6),
      ),
      m.h,
    );
  const body =
    plates.svg +
    (gloss ? shine(-0.62, r * 0.075) + shine(-0.42, r * 0.025) : '') +
    hatching(L, at, line, rows) +
    P(brush(dense(plates.left), swell(1.5 * line, 0.9)), INK) +
    P(brush(dense(plates.right), swell(2.6 * line, 1.2)), INK) +
    P(brush(dense(plates.foot), swell(2.4 * line, 1)), INK);
  const top = P(poly(ellipse(r, y, tilt)), m.lip) + P(brush(ellipse(r, y, tilt), 1.2 * line), INK);
  const inner = r * (1 - lip);
  const hollow = open
    ? P(poly(ellipse(inner, y, tilt * 0.96)), m.in) + P(brush(ellipse(inner, y, tilt * 0.96), 1.1 * line), INK)
    : '';
  const front =
    P(poly([...ellipse(r, y, tilt, 0, 180), ...ellipse(inner, y, tilt * 0.96, 180, 0)]), m.lip) +
    P(brush(ellipse(r, y, tilt, 0, 180), swell(2 * line, 0.9)), INK) +
    P(brush(ellipse(inner, y, tilt * 0.96, 4, 176), swell(1.4 * line, 0.5)), INK) +
    P(brush(ellipse((r + inner) / 2, y, tilt * 0.98, 105, 165), swell(r * lip * 0.5, 0.4)), m.h);
  return { body, top: top + hollow, front, at: (p, u) => at(p, u), inner, y, tilt };
}

/** A vessel with what it holds laid in before the lip. */
export const filled = (vessel, content = '') => vessel.body + vessel.top + content + vessel.front;

/** A line of ornament round a turned body: each motif is narrowed as the surface turns away. */
export function girdle(vessel, [r, y], motif, n) {
  let s = '';
  for (let i = 0; i < n; i++) {
    const a = -80 + (160 * (i + 0.5)) / n;
    const u = Math.sin((a * Math.PI) / 180);
    const [x, yy] = vessel.at([r, y], u);
    s += G(motif, `translate(${x.toFixed(1)} ${yy.toFixed(1)}) scale(${Math.cos((a * Math.PI) / 180).toFixed(3)} 1)`);
  }
  return s;
}

/** Parallel lines round a turned body. */
export const hoop = (vessel, [r, y], w, colour = INK) =>
  P(brush(dense(Array.from({ length: 41 }, (_, i) => vessel.at([r, y], -1 + i / 20))), w), colour);
