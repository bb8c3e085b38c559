// Botanical plates for the blog: one plant, its small figures, its names, a block-printed border.
import { brush, G, P } from '../kit/geom.mjs';
import { fit } from '../kit/label.mjs';
import { K } from '../kit/palette.mjs';
import { rosette, strip } from '../kit/print.mjs';
import * as figure from './figures.mjs';
import { sheet } from './stage.mjs';

const W = 1200;
const H = 800;
const M = 30;
const B = 40;

const text = (x, y, size, content, fill, { font = 'Rozha One', style = '', spacing = 0 } = {}) =>
  `<text x="${x}" y="${y}" font-family="${font}" font-size="${size}" text-anchor="middle" fill="${fill}" letter-spacing="${spacing}"${style}>${content}</text>`;
const italic = { font: 'Tiro Devanagari Hindi', style: ' font-style="italic"' };

/** Strips on four sides; squares with a large flower hide where they meet. */
function border({ band, flower, star, ink }) {
  const inks = { bg: band, a: flower, b: star };
  const side = (length, move) => G(strip(length, B, 'phool', inks), move);
  const inner = { w: W - 2 * (M + B), h: H - 2 * (M + B) };
  const corner = (x, y) =>
    G(
      P(`M0 0H${B}V${B}H0Z`, band) + G(rosette(B * 0.44, star, flower, band, 8), `translate(${B / 2} ${B / 2})`),
      `translate(${x} ${y})`,
    );
  const line = (gap, width) =>
    `<rect x="${M + B + gap}" y="${M + B + gap}" width="${inner.w - 2 * gap}" height="${inner.h - 2 * gap}" fill="none" stroke="${ink}" stroke-width="${width}"/>`;
  return (
    G(
      side(inner.w, `translate(${M + B} ${M})`) +
        side(inner.w, `translate(${M + B} ${H - M - B})`) +
        side(inner.h, `translate(${M + B} ${M + B}) rotate(90)`) +
        side(inner.h, `translate(${W - M} ${M + B}) rotate(90)`) +
        [[M, M], [W - M - B, M], [M, H - M - B], [W - M - B, H - M - B]]
          .map(([x, y]) => corner(x, y))
          .join(''),
      '',
      ' filter="url(#rough)"',
    ) +
    line(10, 2.6) +
    line(16, 1)
  );
}

/** The printed moon behind the plant, with a ring of dots. */
const moon = (x, y, r, fill, dots) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity=".42"/><circle cx="${x}" cy="${y}" r="${r + 12}" fill="none" stroke="${dots}" stroke-width="3.4" stroke-dasharray=".1 ${((r + 12) * 2 * Math.PI) / 96 - 0.1}" stroke-linecap="round"/>`;

/** A rule with a diamond, as under a printer's title. */
const rule = (x, y, half, ink) =>
  [-1, 1]
    .map((side) =>
      P(brush([[x + side * 14, y], [x + side * half, y]], (t) => 2.2 - 1.6 * t), ink),
    )
    .join('') + P(`M${x - 7} ${y}l7 -7l7 7l-7 7Z`, ink);

function plate({ plant, names: [hindi, english, latin], figures, colours, at = { x: 420, y: 400, w: 500, h: 590 } }) {
  const c = {
    paper: '#F6E9CF',
    band: K.madder,
    flower: '#F8EBD2',
    star: K.haldi,
    ink: K.neelDeep,
    moon: K.haldi,
    title: K.madder,
    ...colours,
  };
  const x = 892;
  const small = figures
    .map(
      ({ svg, x: fx, y: fy, mark }) => G(svg, `translate(${fx} ${fy})`) + text(fx, fy + 104, 27, mark, c.ink, italic),
    )
    .join('');
  return sheet({
    w: W,
    h: H,
    grain: 0.34,
    layers: [
      P(`M0 0H${W}V${H}H0Z`, c.paper),
      border(c),
      moon(at.x, 400, 246, c.moon, c.title),
      fit(plant, at.x, at.y, at.w, at.h),
      text(x, 262, hindi.length > 5 ? 104 : 124, hindi, c.title),
      text(x, 352, english.length > 9 ? 58 : 72, english, c.ink),
      text(x, 402, 31, latin, c.ink, italic),
      rule(x, 444, 96, c.ink),
      small,
      `<rect width="${W}" height="${H}" filter="url(#stain)" opacity=".5" style="mix-blend-mode:multiply"/>`,
    ],
  });
}

const trio = (a, b, c) =>
  [[a, 752], [b, 892], [c, 1032]].map(([[svg, mark], x]) => ({ svg, x, y: 560, mark }));

export const jamun = () =>
  plate({
    plant: 'jamun',
    names: ['जामुन', 'Jamun', 'Syzygium cumini'],
    figures: trio([figure.jamunPair(0.86), 'a.'], [figure.jamunHalf(0.88), 'b.'], [figure.jamunStone(1.06), 'c.']),
    colours: { band: '#5B2450', star: '#E9A8B8', title: '#6A2A5C', moon: '#E7A9A0', paper: '#F7E8D6' },
    at: { x: 420, y: 414, w: 500, h: 540 },
  });

export const karela = () =>
  plate({
    plant: 'karela',
    names: ['करेला', 'Karela', 'Momordica charantia'],
    figures: trio([figure.gourdFlower(0.94), 'a.'], [figure.gourdSlice(0.86), 'b.'], [figure.youngGourd(1.12), 'c.']),
    colours: { band: '#23492F', star: '#F0B63A', title: '#A5301F', moon: '#F0C04E', paper: '#F7EBCF' },
    at: { x: 414, y: 400, w: 520, h: 560 },
  });

export const b12 = () =>
  plate({
    plant: 'b12',
    names: ['बी12', 'Vitamin B12', 'Methylcobalamin'],
    figures: trio([figure.needles(0.92), 'a.'], [figure.curd(0.9), 'b.'], [figure.milk(0.9), 'c.']),
    colours: { band: '#1F5A66', star: '#F0B63A', title: '#B23A24', moon: '#F2B98E', paper: '#F7E9D2' },
    at: { x: 420, y: 400, w: 520, h: 520 },
  });

export const moringa = () =>
  plate({
    plant: 'moringa',
    names: ['सहजन', 'Moringa', 'Moringa oleifera'],
    figures: trio(
      [figure.moringaFlower(1.1), 'a.'],
      [figure.moringaLeaflet(1.2), 'b.'],
      [figure.moringaSeed(1.12), 'c.'],
    ),
  });
