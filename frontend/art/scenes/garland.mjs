import { leaf } from '../kit/botany.mjs';
import { at, brush, dense, dir, G, P, rng, spline, swell } from '../kit/geom.mjs';

const INK = '#121C36';
const mango = { ink: INK, a: '#5E9145', b: '#3E6E38' };

/** Marigold seen from the side: rings of crimped petals. */
export function marigold(r, { a = '#EE9A1E', b = '#C9661A', l = '#FAC75A' } = {}, seed = 1) {
  const random = rng(seed);
  const ring = (q, n, fill) =>
    Array.from({ length: n }, (_, i) => {
      const turn = (i * 360) / n + random() * 14;
      const w = (q * 3.4) / n;
      return G(
        P(
          `M${-w} ${-q * 0.35}C${-w * 1.25} ${-q * 0.8} ${-w * 0.7} ${-q * 1.06} ${-w * 0.3} ${-q * 0.98}L0 ${-q * 1.05}L${w * 0.3} ${-q * 0.98}C${w * 0.7} ${-q * 1.06} ${w * 1.25} ${-q * 0.8} ${w} ${-q * 0.35}Z`,
          fill,
          ` stroke="${INK}" stroke-width="${Math.max(0.7, r * 0.03)}"`,
        ),
        `rotate(${turn.toFixed(1)})`,
      );
    }).join('');
  return ring(r, 12, b) + ring(r * 0.78, 10, a) + ring(r * 0.55, 8, l) + ring(r * 0.32, 5, a);
}

/** Toran: mango leaves and marigolds on a thread, hung over a door for luck. `nails` are its points of support. */
export function toran(nails, { drop = 46, leaves = 5, size = 72 } = {}) {
  let s = '';
  nails.slice(0, -1).forEach(([x0, y0], k) => {
    const [x1, y1] = nails[k + 1];
    const L = dense(
      spline(
        [
          [x0, y0],
          [(x0 * 3 + x1) / 4, (y0 * 3 + y1) / 4 + drop * 0.75],
          [(x0 + x1) / 2, (y0 + y1) / 2 + drop],
          [(x0 + x1 * 3) / 4, (y0 + y1 * 3) / 4 + drop * 0.75],
          [x1, y1],
        ],
        14,
      ),
    );
    const n = leaves * 2 + 1;
    for (let i = 0; i < n; i++) {
      const t = (i + 0.5) / n;
      const [x, y] = at(L, t);
      if (i % 2 === 0)
        s += G(
          leaf(mango, {
            L: size * (0.92 + (0.14 * ((i * 3) % 4)) / 3),
            W: size * 0.3,
            a: 0.6,
            b: 1.15,
            veins: 6,
            hatch: 1,
            seed: i + k * 9,
            bend: i % 4 ? 0.06 : -0.06,
            lw: 0.85,
          }),
          `translate(${x} ${y}) rotate(${180 + dir(L, t) * 0.5 + (i % 4 ? 7 : -7)})`,
        );
    }
    s += P(brush(L, 2.6), '#7A4B14');
    for (let i = 1; i < n; i += 2) {
      const [x, y] = at(L, (i + 0.5) / n);
      s += G(
        marigold(size * 0.19, i % 4 === 1 ? undefined : { a: '#F4C63E', b: '#D9961C', l: '#FBE38C' }, i),
        `translate(${x} ${y + 3})`,
      );
    }
  });
  nails.forEach(([x, y], i) => {
    s +=
      G(marigold(size * 0.25, undefined, i + 30), `translate(${x} ${y})`) +
      P(brush([[x, y + size * 0.22], [x + 1, y + size * 0.8], [x, y + size * 1.05]], swell(2.4, 1.6)), '#7A4B14') +
      [0.42, 0.66, 0.9, 1.12]
        .map((q, j) =>
          G(
            marigold(size * (0.15 - j * 0.012), j % 2 ? undefined : { a: '#F4C63E', b: '#D9961C', l: '#FBE38C' }, j),
            `translate(${x} ${y + size * q})`,
          ),
        )
        .join('');
  });
  return s;
}
