import { G, P, poly, rng } from '../kit/geom.mjs';
import { buta, rosette, strip } from '../kit/print.mjs';
import { clothLight } from './stage.mjs';

const rough = (svg) => G(svg, '', ' filter="url(#rough)"');
const row = (w, pitch, y, motif) =>
  Array.from({ length: Math.ceil(w / pitch) + 1 }, (_, i) =>
    G(motif, `translate(${i * pitch + pitch * 0.3} ${y})`),
  ).join('');

/** Cloth with a flower band between two rows of teeth. */
export function flowerBand({ w, h, floor, c }) {
  const t = h - floor;
  return (
    P(`M0 ${floor}H${w}V${h}H0Z`, c.cloth) +
    rough(
      G(strip(w, t * 0.12, 'dant', { a: c.trim, bg: c.cloth }), `translate(0 ${floor + t * 0.43})`) +
        G(strip(w, t * 0.34, 'phool', { bg: c.trim2, a: c.panel, b: c.trim }), `translate(0 ${floor + t * 0.55})`) +
        G(strip(w, t * 0.11, 'dant', { a: c.trim, bg: c.cloth }), `translate(0 ${h}) scale(1 -1)`),
    ) +
    G(row(w, 64, floor + t * 0.24, rosette(9, c.trim, c.cloth, c.cloth, 6)), '', ' opacity=".6"') +
    clothLight({ w, h, floor })
  );
}

/** Leheriya: slanting tie-dyed waves between two plain borders. */
export function leheriya({ w, h, floor, c, pitch = 34 }) {
  const t = h - floor;
  const step = t * 0.26;
  let s = '';
  for (let x = -t * 1.5; x < w + t; x += pitch) {
    const wave = (dx, width, colour) =>
      `<path d="M${x + dx} ${h + 6}q${step * 0.2} ${-step * 0.62} ${step * 0.6} ${-step}t${step * 0.6} ${-step}t${step * 0.6} ${-step}t${step * 0.6} ${-step}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
    s += wave(0, 8, c.trim2) + wave(11, 2, c.trim2) + wave(-11, 2.4, c.trim);
  }
  const border = (y) =>
    P(`M0 ${y}H${w}v${t * 0.13}H0Z`, c.trim2) +
    G(strip(w, t * 0.1, 'moti', { a: c.trim }), `translate(0 ${y + t * 0.015})`) +
    P(`M0 ${y - 3}H${w}v3H0ZM0 ${y + t * 0.13}H${w}v3H0Z`, c.panel);
  return (
    P(`M0 ${floor}H${w}V${h}H0Z`, c.cloth) +
    `<clipPath id="cloth"><path d="M0 ${floor}H${w}V${h}H0Z"/></clipPath><g clip-path="url(#cloth)">${rough(s)}${rough(border(floor + t * 0.06) + border(h - t * 0.19))}</g>` +
    clothLight({ w, h, floor })
  );
}

/** Ajrakh: a field of eight-pointed stars between bars, as on indigo and madder cloths. */
export function ajrakh({ w, h, floor, c }) {
  const t = h - floor;
  const size = t * 0.5;
  const star =
    P(
      poly(
        Array.from({ length: 16 }, (_, i) => {
          const q = (i % 2 ? 0.31 : 0.45) * size;
          return [q * Math.cos((i * Math.PI) / 8), q * Math.sin((i * Math.PI) / 8)];
        }),
      ),
      c.panel,
    ) +
    P(
      poly(
        Array.from({ length: 16 }, (_, i) => {
          const q = (i % 2 ? 0.27 : 0.38) * size;
          return [q * Math.cos((i * Math.PI) / 8), q * Math.sin((i * Math.PI) / 8)];
        }),
      ),
      c.trim2,
    ) +
    rosette(size * 0.25, c.trim, c.panel, c.trim2, 8);
  const link = P(poly([[-size * 0.1, 0], [0, -size * 0.17], [size * 0.1, 0], [0, size * 0.17]]), c.trim);
  let s = '';
  for (let x = size * 0.4; x < w + size; x += size)
    s += G(star, `translate(${x} ${floor + t * 0.56})`) + G(link, `translate(${x + size / 2} ${floor + t * 0.56})`);
  const bar = (y, k) => P(`M0 ${y}H${w}v${k}H0Z`, c.panel);
  return (
    P(`M0 ${floor}H${w}V${h}H0Z`, c.cloth) +
    rough(
      s +
        bar(floor + t * 0.255, 3) +
        bar(floor + t * 0.86, 3) +
        G(strip(w, t * 0.1, 'moti', { a: c.trim }), `translate(0 ${floor + t * 0.12})`) +
        G(strip(w, t * 0.1, 'dant', { a: c.trim, bg: c.cloth }), `translate(0 ${h}) scale(1 -1)`),
    ) +
    clothLight({ w, h, floor })
  );
}

/** Bandhani: rings of tied dots, each a little different. */
export function bandhani({ w, h, floor, c, pitch = 84 }) {
  const r = rng(11);
  const dot = (x, y, q) =>
    `<circle cx="${(x + r() * 1.6).toFixed(1)}" cy="${(y + r() * 1.6).toFixed(1)}" r="${(q * (0.85 + 0.3 * r())).toFixed(1)}"/>`;
  const knot = (cx, cy, rings) =>
    rings
      .map(([n, q, size]) =>
        Array.from({ length: n }, (_, i) =>
          dot(cx + q * Math.cos((i * 2 * Math.PI) / n), cy + q * 0.72 * Math.sin((i * 2 * Math.PI) / n), size),
        ).join(''),
      )
      .join('');
  const t = h - floor;
  let white = '';
  let warm = '';
  for (let x = 20; x < w + pitch; x += pitch) {
    white += knot(x, floor + t * 0.52, [[1, 0, 4], [8, 13, 2.6], [14, 25, 2.8]]);
    warm += knot(x + pitch / 2, floor + t * 0.52, [[1, 0, 3], [4, 9, 2.6]]);
  }
  for (let x = 6; x < w; x += 13) {
    white += dot(x, floor + t * 0.2, 2.6) + dot(x, floor + t * 0.84, 2.6);
    warm += dot(x + 6.5, floor + t * 0.9, 2.4) + dot(x + 6.5, floor + t * 0.14, 2.2);
  }
  return (
    P(`M0 ${floor}H${w}V${h}H0Z`, c.cloth) +
    G(white, '', ` fill="${c.panel}"`) +
    G(warm, '', ` fill="${c.trim}"`) +
    clothLight({ w, h, floor })
  );
}

/** Rows of paisley on a plain field, with a flower band at the edge. */
export function butaField({ w, h, floor, c }) {
  const t = h - floor;
  return (
    P(`M0 ${floor}H${w}V${h}H0Z`, c.cloth) +
    rough(
      row(w, 62, floor + t * 0.6, buta(t * 0.36, c.panel, c.trim2, c.trim)) +
        P(`M0 ${floor + t * 0.12}H${w}v3H0Z`, c.trim) +
        G(strip(w, t * 0.28, 'phool', { bg: c.trim2, a: c.panel, b: c.trim }), `translate(0 ${floor + t * 0.72})`),
    ) +
    clothLight({ w, h, floor })
  );
}

/** Courtyard tiles seen flat on, in two clays. */
export function tiles({ w, h, floor, c, size = 0.5 }) {
  const t = h - floor;
  let s = '';
  // Courses grow towards the eye, which is enough to read as a floor.
  const courses = [0, 0.2, 0.5, 1];
  for (let j = 0; j < 3; j++) {
    const y0 = floor + t * courses[j];
    const y1 = floor + t * courses[j + 1];
    const pitch = (y1 - y0) * 2.6;
    for (let i = -1; i * pitch < w + pitch; i++)
      s += P(
        poly([
          [i * pitch + (j % 2 ? pitch / 2 : 0) + 1.5, y0 + 1.5],
          [(i + 1) * pitch + (j % 2 ? pitch / 2 : 0) - 1.5, y0 + 1.5],
          [(i + 1) * pitch + (j % 2 ? pitch / 2 : 0) - 1.5, y1 - 1.5],
          [i * pitch + (j % 2 ? pitch / 2 : 0) + 1.5, y1 - 1.5],
        ]),
        (i + j) % 3 ? c.cloth : c.trim2,
      );
  }
  return P(`M0 ${floor}H${w}V${h}H0Z`, c.panel) + rough(s) + clothLight({ w, h, floor });
}
