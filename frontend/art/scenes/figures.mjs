// The small figures beside a plant on a botanical plate: sections, seeds, flowers, crystals.
import { berry, flower, gourd, leaf } from '../kit/botany.mjs';
import { arcPoints, brush, dense, G, P, poly, polar, rng, swell, taper } from '../kit/geom.mjs';
import { plantColours } from '../kit/palette.mjs';
import { bowl, tumbler } from './vessels.mjs';

const INK = '#121C36';
const shifted = (svg) => G(svg, 'translate(1.6 1.3)');
const oval = (rx, ry, x = 0, y = 0) => `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
const ring = (rx, ry, from = 0, to = 360, w = 1.8, x = 0, y = 0) =>
  P(brush(dense(arcPoints(from, to, rx, ry, 48, [x, y])), w), INK);

/** Short strokes along an inner edge, denser on the shaded side. */
const fringe = (rx, ry, n, depth, from = -60, to = 100) =>
  Array.from({ length: n }, (_, i) => {
    const a = from + ((to - from) * i) / (n - 1);
    const k = 1 - depth * (0.6 + 0.4 * Math.sin((Math.PI * i) / n));
    return P(brush([polar(a, rx * 0.97, ry * 0.97), polar(a, rx * k, ry * k)], taper(1.5, 0.3), 4), INK);
  }).join('');

/** A jamun cut lengthwise: skin, flesh, stone. */
export function jamunHalf(k = 1) {
  const c = plantColours.jamun;
  const body =
    shifted(
      P(oval(58, 78), c.f) +
        P(oval(50, 70), '#C98BB5') +
        P(`M0 -70A50 70 0 0 1 0 70A30 70 0 0 0 0 -70Z`, '#A9669A') +
        P(oval(24, 46), '#E7CFA0') +
        P('M0 -46A24 46 0 0 1 0 46A10 46 0 0 0 0 -46Z', '#C9A56A'),
    ) +
    ring(58, 78, 0, 360, (t) => 2 + 1.6 * Math.sin(Math.PI * t)) +
    ring(50, 70, 0, 360, 1.2) +
    ring(24, 46, 0, 360, 2) +
    fringe(50, 70, 26, 0.2) +
    fringe(24, 46, 14, 0.4, -50, 80) +
    P(brush([[-12, -24], [-15, 0], [-11, 24]], swell(3.4, 0.8)), '#F8ECCB');
  return G(body, `scale(${k})`);
}

/** The bare stone of a jamun. */
export const jamunStone = (k = 1) =>
  G(
    shifted(P(oval(26, 46), '#DDBB84') + P('M0 -46A26 46 0 0 1 0 46A12 46 0 0 0 0 -46Z', '#B98F56')) +
      ring(26, 46, 0, 360, (t) => 1.8 + 1.5 * Math.sin(Math.PI * t)) +
      [-0.5, 0, 0.5].map((u) => P(brush(dense(arcPoints(-80, 80, 26 * u, 44)), swell(1.6, 0.3)), INK)).join('') +
      fringe(26, 46, 18, 0.35),
    `scale(${k})`,
  );

/** Two jamuns on a stalk. */
export const jamunPair = (k = 1) =>
  G(
    P(brush([[0, -84], [-8, -60], [-28, -36]], 4), INK) +
      P(brush([[0, -84], [10, -62], [30, -40]], 4), INK) +
      G(berry(plantColours.jamun, { rx: 27, ry: 37 }), 'translate(-30 0) rotate(8)') +
      G(berry(plantColours.jamun, { rx: 27, ry: 37 }), 'translate(32 -2) rotate(-8)'),
    `scale(${k})`,
  );

/** A slice across a bitter gourd: warty rind, pale flesh, three chambers of seeds. */
export function gourdSlice(k = 1) {
  const c = plantColours.karela;
  const edge = dense(
    Array.from({ length: 181 }, (_, i) =>
      polar(i * 2, 74 + 4.5 * Math.abs(Math.sin((i * 2 * Math.PI * 9) / 360)) + 2 * Math.sin(i * 1.7)),
    ),
  );
  const seed = (a) => {
    const [x, y] = polar(a, 33);
    return G(
      shifted(P(oval(11, 17), '#F2DDA8') + P('M0 -17A11 17 0 0 1 0 17A4 17 0 0 0 0 -17Z', '#D3B273')) +
        ring(11, 17, 0, 360, 1.7) +
        P(brush([[-4, -8], [0, 0], [-4, 8]], swell(1.5, 0.3)), INK),
      `translate(${x} ${y}) rotate(${a + 90})`,
    );
  };
  return G(
    shifted(
      P(poly(edge), c.f) +
        P(oval(63, 63), '#E4EBB6') +
        P('M0 -63A63 63 0 0 1 0 63A40 63 0 0 0 0 -63Z', '#CBDA93') +
        P(oval(46, 46), '#F3EFCB'),
    ) +
      P(brush(edge, 2.8), INK) +
      ring(63, 63, 0, 360, 1.3) +
      ring(47, 47, 0, 360, (t) => 0.8 + Math.sin(Math.PI * t)) +
      Array.from({ length: 60 }, (_, i) =>
        P(brush([polar(i * 6, 62), polar(i * 6 + 1, i % 3 ? 57 : 53)], taper(1.3, 0.3), 3), INK),
      ).join('') +
      [0, 60, 120, 180, 240, 300].map((a) => seed(a + 14)).join('') +
      ring(7, 7, 0, 360, 1.6),
    `scale(${k})`,
  );
}

/** The yellow flower of the gourd, seen from the front. */
export const gourdFlower = (k = 1) =>
  G(flower(plantColours.karela, { R: 56, fill: plantColours.karela.y }), `scale(${k})`);

/** A young gourd. */
export const youngGourd = (k = 1) =>
  G(gourd(plantColours.karela, { L: 120, W: 46, seed: 12, bend: 0.08 }), `scale(${k}) translate(0 -60)`);

/** Moringa's flower: five bent petals and yellow stamens. */
export function moringaFlower(k = 1) {
  const white = { ink: INK, a: '#FBF4E0', b: '#E6D9B4' };
  const petals = [-72, -144, 144, 72, 0].map((turn, i) =>
    G(
      leaf(white, {
        L: i === 4 ? 62 : 56,
        W: 26,
        a: 0.9,
        b: 0.7,
        veins: 4,
        hatch: 1,
        bend: i % 2 ? 0.16 : -0.16,
        seed: i,
        lw: 0.9,
      }),
      `rotate(${turn})`,
    ),
  );
  const stamens = [-34, -17, 0, 17, 34].map((turn) =>
    G(
      P(
        brush([[0, 0], [2, -14], [0, -26]], taper(3.4, 2)),
        '#C9A24A',
      ) + `<circle cy="-28" r="4.6" fill="#E9A820" stroke="${INK}" stroke-width="1.4"/>`,
      `rotate(${turn})`,
    ),
  );
  return G(
    petals.join('') + stamens.join('') + `<circle r="7" fill="#8FB05A" stroke="${INK}" stroke-width="1.6"/>`,
    `scale(${k})`,
  );
}

/** Moringa's winged seed. */
export const moringaSeed = (k = 1) =>
  G(
    [-90, 30, 150]
      .map((turn) =>
        G(
          leaf(
            { ink: INK, a: '#F3E3BC', b: '#DCC18A' },
            { L: 58, W: 40, a: 0.7, b: 0.5, veins: 5, hatch: 1, bend: 0, lw: 0.8 },
          ),
          `rotate(${turn})`,
        ),
      )
      .join('') +
      shifted(P(oval(20, 20), '#A9743C') + P('M0 -20A20 20 0 0 1 0 20A9 20 0 0 0 0 -20Z', '#7B4F26')) +
      ring(20, 20, 0, 360, 2.2) +
      fringe(20, 20, 10, 0.4),
    `scale(${k})`,
  );

/** One leaflet. */
export const moringaLeaflet = (k = 1) =>
  G(
    leaf(plantColours.moringa, { L: 110, W: 68, a: 0.75, b: 0.62, veins: 6, hatch: 3, bend: 0.04 }),
    `scale(${k}) translate(0 52)`,
  );

/** B12's dark red needles, grown out of one point. */
export function needles(k = 1) {
  const r = rng(21);
  const needle = (turn, L, w) =>
    G(
      shifted(
        P(poly([[-w, 0], [-w, -L + w], [0, -L], [0, 0]]), '#C4472F') +
          P(poly([[0, 0], [0, -L], [w, -L + w], [w, 0]]), '#8E2A1A'),
      ) +
        P(brush([[-w, 0], [-w, -L / 2], [-w, -L + w], [0, -L]].slice(0, 3), 1.6), INK) +
        P(brush([[-w, -L + w], [0, -L]], 1.6), INK) +
        P(brush([[0, -L], [w, -L + w]], 2.2), INK) +
        P(brush([[w, -L + w], [w, -L / 2], [w, 0]], 2.6), INK) +
        P(brush([[0, -L], [0, -L / 2], [0, 0]], taper(1.2, 0.6)), INK) +
        P(brush([[-w * 0.5, -L * 0.25], [-w * 0.5, -L * 0.75]], swell(w * 0.3, 0.4)), '#F0A98C'),
      `rotate(${turn})`,
    );
  const turns = [-74, 70, -52, 50, -30, 28, -10, 8];
  return G(
    turns.map((turn, i) => needle(turn + 4 * r(), 70 + i * 7 + 10 * r(), 6.5 + 2.5 * r())).join(''),
    `scale(${k}) translate(0 46)`,
  );
}

/** A small brass bowl of curd. */
export const curd = (k = 1) =>
  G(bowl(0, 62, 66, P(oval(58, 15), '#FDF9EF') + ring(40, 8, 20, 150, swell(2.2, 0.4)), {}), `scale(${k})`);

/** A tumbler of milk. */
export const milk = (k = 1) => G(tumbler(0, 62, 40), `scale(${k})`);
