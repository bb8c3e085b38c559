// The promo band: a printed chest lid; plants crowd in from both ends and leave the middle to the words.
import { fit } from '../kit/label.mjs';
import { G, P } from '../kit/geom.mjs';
import { buta, rosette, strip } from '../kit/print.mjs';
import { scalloped } from './arches.mjs';
import { clothLight, hung, jaal, sheet } from './stage.mjs';

const W = 1600;
const H = 400;
const c = { ground: '#8E2A1A', deep: '#5E1A10', haldi: '#F0B63A', cream: '#F8EBD2', neel: '#1C2B4F', faint: '#D9744F' };

/** Half a sun at the band's end, on which the plants stand. */
const medal = (x, r) =>
  G(
    scalloped(r * 1.1, 36, 0.05, c.haldi) +
      `<circle r="${r}" fill="${c.neel}"/>` +
      Array.from({ length: 30 }, (_, i) =>
        G(rosette(r * 0.07, c.haldi, c.cream, c.neel, 8), `rotate(${i * 12}) translate(0 ${-r * 0.89})`),
      ).join('') +
      `<circle r="${r * 0.79}" fill="${c.haldi}"/><circle r="${r * 0.77}" fill="#F6E4BE"/><circle r="${r * 0.77}" fill="url(#hollow)" style="mix-blend-mode:multiply"/>`,
    `translate(${x} ${H / 2})`,
    ' filter="url(#rough)"',
  );

const edge = (flip) =>
  G(
    P(`M0 0H${W}V46H0Z`, c.neel) +
      G(strip(W, 38, 'phool', { bg: c.neel, a: c.cream, b: c.haldi }), 'translate(0 4)') +
      P(`M0 46H${W}v4H0Z`, c.haldi) +
      G(strip(W, 15, 'dant', { a: c.haldi, bg: c.ground }), 'translate(0 66) scale(1 -1)'),
    flip ? `translate(0 ${H}) scale(1 -1)` : '',
    ' filter="url(#rough)"',
  );

const paisley = (x, side) => G(buta(120, c.haldi, c.deep, c.cream), `translate(${x} ${H / 2 + 60}) scale(${side} 1)`);

export const band = () =>
  sheet({
    w: W,
    h: H,
    layers: [
      P(`M0 0H${W}V${H}H0Z`, c.ground),
      jaal(W, H, c.faint, 0.2, 74),
      edge(false),
      edge(true),
      G(clothLight({ w: W, h: H, floor: 0 }), '', ' opacity=".7"'),
      `<g clip-path="url(#whole)">${medal(196, 176)}${medal(W - 196, 176)}</g>`,
      paisley(438, -1),
      paisley(W - 438, 1),
      hung(fit('karela', 200, 200, 226, 216), 6, 8, 0.34),
      hung(fit('amla', W - 196, 198, 216, 214), 6, 8, 0.34),
    ],
  });
