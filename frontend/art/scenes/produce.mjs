import { amlaFruit, berry, gourd, leaf, plants, stem } from '../kit/botany.mjs';
import { at, brush, dense, dir, G, P, rng, spline, swell, taper } from '../kit/geom.mjs';
import { plantColours } from '../kit/palette.mjs';

const INK = '#121C36';
const shifted = (svg) => G(svg, 'translate(1.6 1.3)');

/** A plant of the kit hung by the middle of its top edge. */
export const sprig = (name, x, y, k, turn = 0, flip = 1) =>
  G(plants[name](plantColours[name]), `translate(${x} ${y}) rotate(${turn}) scale(${k * flip} ${k}) translate(-200 0)`);

/** A plant of the kit growing from the middle of its foot. */
export const rooted = (name, x, y, k, turn = 0, flip = 1) =>
  G(
    plants[name](plantColours[name]),
    `translate(${x} ${y}) rotate(${turn}) scale(${k * flip} ${k}) translate(-203 -388)`,
  );

/** A bare twig, for sprigs that come in from the picture's edge. */
export const twig = (points, w0 = 11, w1 = 5) => stem({ ink: INK, b: '#7A5230' }, points, w0, w1, '#8A5F38').svg;

/** A bitter gourd lying on the table. */
export const lyingGourd = (x, y, turn, k, shape) => {
  const fruit = G(gourd(plantColours.karela, shape), `rotate(${turn}) scale(${k})`);
  return G(
    G(fruit, 'translate(8 16)', ' style="filter:brightness(0) blur(7px)" opacity=".5"') + fruit,
    `translate(${x} ${y})`,
  );
};

/** One jamun lying on the table. */
export const lyingJamun = (x, y, turn = 80, k = 0.8) => {
  const fruit = G(berry(plantColours.jamun, { rx: 26, ry: 35 }), `rotate(${turn}) scale(${k})`);
  return G(
    `<ellipse cx="${10 * k}" cy="${20 * k}" rx="${38 * k}" ry="${13 * k}" fill="#1d0d03" opacity=".5" filter="url(#soft4)"/>` +
      fruit,
    `translate(${x} ${y})`,
  );
};

/** An amla on the table, with its shadow. */
export const lyingAmla = (x, y, R, turn = 0) =>
  G(
    `<ellipse cx="${R * 0.3}" cy="${R * 0.78}" rx="${R * 1.15}" ry="${R * 0.34}" fill="#0d1a08" opacity=".5" filter="url(#soft4)"/>` +
      G(amlaFruit(plantColours.amla, R), `rotate(${turn})`),
    `translate(${x} ${y})`,
  );

/** Moringa pod: a long ridged drumstick along a curve. */
export function drumstick(points, w = 17, c = plantColours.moringa) {
  const L = dense(spline(points, 24));
  const thick = (t) => w * Math.min(1, 9 * t + 0.35, 7 * (1 - t) + 0.16) * (1 + 0.06 * Math.sin(t * 60));
  const side = (k) =>
    dense(
      L.map((p, i) => {
        const a = ((dir(L, i / (L.length - 1)) + 90) * Math.PI) / 180;
        const d = thick(i / (L.length - 1)) * 0.5 * k;
        return [p[0] + d * Math.cos(a), p[1] + d * Math.sin(a)];
      }),
    );
  const knuckle = (i) => {
    const t = 0.08 + i * 0.052;
    const p = at(L, t);
    const a = ((dir(L, t) + 90) * Math.PI) / 180;
    const h = thick(t) * 0.46;
    return P(
      brush(
        [
          [p[0] - h * Math.cos(a) * 0.1, p[1] - h * Math.sin(a) * 0.1],
          [p[0] + h * 0.55 * Math.cos(a) + 1.5, p[1] + h * 0.55 * Math.sin(a)],
          [p[0] + h * Math.cos(a), p[1] + h * Math.sin(a)],
        ],
        taper(0.5, 1.3),
        4,
      ),
      INK,
    );
  };
  return (
    shifted(
      P(brush(L, thick), c.f) +
        P(brush(side(0.5), (t) => thick(t) * 0.5), c.g) +
        P(brush(side(-0.55), swell(w * 0.12, 0.6)), '#D3D08A'),
    ) +
    P(brush(side(-0.18), swell(1.2, 0.3)), INK) +
    P(brush(side(0.3), swell(1.2, 0.3)), INK) +
    Array.from({ length: 17 }, (_, i) => knuckle(i)).join('') +
    P(brush(side(-1), swell(1.7, 1)), INK) +
    P(brush(side(1), swell(2.8, 1)), INK)
  );
}

/** One ashwagandha root along a curve, ringed and tapering. */
export function root(points, w, fill = '#E6C692', shade = '#C79E62') {
  const L = dense(spline(points, 20));
  const thick = (t) => w * (1 - 0.86 * t ** 0.9) + 1.2;
  const side = (k) =>
    dense(
      L.map((p, i) => {
        const t = i / (L.length - 1);
        const a = ((dir(L, t) + 90) * Math.PI) / 180;
        return [p[0] + thick(t) * 0.5 * k * Math.cos(a), p[1] + thick(t) * 0.5 * k * Math.sin(a)];
      }),
    );
  const wrinkle = (i) => {
    const t = 0.03 + i * 0.044;
    const p = at(L, t);
    const a = ((dir(L, t) + 90) * Math.PI) / 180;
    const h = thick(t) * 0.47;
    const from = i % 3 ? 0.05 : -0.9;
    return P(
      brush(
        [
          [p[0] + h * from * Math.cos(a), p[1] + h * from * Math.sin(a)],
          [p[0] + h * 0.5 * Math.cos(a) + 2, p[1] + h * 0.5 * Math.sin(a) + 1],
          [p[0] + h * Math.cos(a), p[1] + h * Math.sin(a)],
        ],
        swell(1.4, 0.3),
        4,
      ),
      INK,
    );
  };
  return (
    shifted(P(brush(L, thick), fill) + P( brush(side(0.5), (t) => thick(t) * 0.48), shade)) +
    Array.from({ length: 20 }, (_, i) => wrinkle(i)).join('') +
    P(brush(side(-1), swell(1.6, 0.8)), INK) +
    P(brush(side(1), swell(2.8, 0.8)), INK)
  );
}

/** Hair roots along a root. */
const hairs = (points, seed) => {
  const r = rng(seed);
  const L = dense(spline(points, 20));
  return Array.from({ length: 5 }, (_, i) => {
    const t = 0.35 + i * 0.13;
    const [x, y] = at(L, t);
    const sd = i % 2 ? 1 : -1;
    return P(
      brush(
        [[x, y], [x + 10, y + sd * (8 + 5 * r())], [x + 26 + 10 * r(), y + sd * (12 + 9 * r())]],
        taper(2.2, 0.5),
        6,
      ),
      INK,
    );
  }).join('');
};

/** A bundle of roots, tied with red thread, lying with its cut heads to the left. */
export function rootBundle(x, y, k = 1, turn = 0) {
  const strand = ([lift, reach, bend, w], i) => {
    const points = [
      [i % 2 ? -6 : 4, lift],
      [84, lift * 0.72],
      [170, lift * 0.95 + bend * 0.35],
      [170 + reach * 0.45, lift * 1.35 + bend],
      [170 + reach * 0.8, lift * 1.5 + bend * 0.5],
      [170 + reach, lift * 1.6 + bend * 1.25],
    ];
    const head = `<ellipse cx="${i % 2 ? -6 : 4}" cy="${lift}" rx="${w * 0.26}" ry="${w * 0.54}" fill="#F6E3B8" stroke="${INK}" stroke-width="1.6"/><ellipse cx="${i % 2 ? -6 : 4}" cy="${lift}" rx="${w * 0.1}" ry="${w * 0.22}" fill="none" stroke="${INK}" stroke-width="1"/>`;
    return hairs(points, i + 3) + root(points, w, ...(i % 2 ? [] : ['#DDB87E', '#B98D50'])) + head;
  };
  const strands = [
    [-24, 190, -16, 30],
    [26, 170, 14, 29],
    [-10, 220, 12, 33],
    [12, 205, -14, 32],
    [-30, 120, -26, 24],
    [30, 226, 20, 26],
    [1, 236, 4, 34],
  ];
  const thread = Array.from({ length: 7 }, (_, i) =>
    P(
      brush([[88 + i * 4.6, -31], [94 + i * 4.6, 0], [89 + i * 4.6, 33]], swell(4.8, 3.4), 6),
      i % 2 ? '#8E2A1A' : '#C4472F',
    ),
  ).join('');
  const knot =
    P(brush([[104, -6], [120, -30], [136, -22], [114, -2]], 3.6), '#8E2A1A') +
    P(brush([[106, 0], [124, 26], [148, 42]], taper(3.6, 1.4)), '#C4472F') +
    P(brush([[108, 0], [116, 30], [132, 58]], taper(3.6, 1.4)), '#8E2A1A');
  const shade = '<ellipse cx="180" cy="38" rx="210" ry="26" fill="#1d0d03" opacity=".5" filter="url(#soft9)"/>';
  return G(shade + strands.map(strand).join('') + thread + knot, `translate(${x} ${y}) rotate(${turn}) scale(${k})`);
}

/** A leaf lying flat on the table. */
export const lyingLeaf = (x, y, turn, shape, c = plantColours.tulsi) =>
  G(
    G(leaf(c, shape), 'translate(5 7)', ' style="filter:brightness(0) blur(4px)" opacity=".4"') + leaf(c, shape),
    `translate(${x} ${y}) rotate(${turn})`,
  );
