// The printed cloth on the table, seen from above, as SVG.
import { G, P } from '../geom.mjs';
import { rosette, strip } from '../print.mjs';

const PER = 760;

/** The part of the world the cloth covers. */
export const CLOTH = { left: -1.5, right: 1.5, back: -0.8, front: 1.6 };

const w = (CLOTH.right - CLOTH.left) * PER;
const h = (CLOTH.front - CLOTH.back) * PER;

/* Small flowers in rows, a turned one between. */
function field(look, to) {
  const step = 118;
  let out = '';
  for (let j = 0; j * step * 0.5 < to; j++)
    for (let i = 0; i * step < w + step; i++) {
      const x = i * step + (j % 2 ? step / 2 : 0);
      out += G(
        rosette(j % 2 ? 13 : 17, look.trim, look.cloth, look.cloth, j % 2 ? 6 : 8),
        `translate(${x} ${j * step * 0.5})`,
      );
    }
  return `<g opacity=".5">${out}</g>`;
}

/** The cloth as SVG: { svg, w, h }. border: where its printed border begins, in the world's z. */
export function cloth(look, border = 0.84) {
  const y = (border - CLOTH.back) * PER;
  const teeth = strip(w, 34, 'dant', { a: look.trim, bg: look.cloth });
  const flowers = strip(w, 128, 'phool', { bg: look.trim2, a: look.panel, b: look.trim });
  const waves = strip(w, 40, 'leher', { a: look.trim, b: look.panel });
  const content =
    P(`M0 0H${w}V${h}H0Z`, look.cloth) +
    field(look, y - 90) +
    G(waves, `translate(0 ${y - 56})`) +
    G(teeth, `translate(0 ${y})`) +
    G(flowers, `translate(0 ${y + 38})`) +
    G(teeth, `translate(0 ${y + 204}) scale(1 -1)`) +
    G(waves, `translate(0 ${y + 222})`) +
    P(`M0 ${y + 290}H${w}V${y + 300}H0Z`, look.trim);
  const rough =
    '<defs><filter id="rough"><feTurbulence type="fractalNoise" baseFrequency=".09" numOctaves="2" seed="5" result="n"/>' +
    '<feDisplacementMap in="SourceGraphic" in2="n" scale="2.4"/></filter></defs>';
  return {
    svg: `<svg width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${rough}<g filter="url(#rough)">${content}</g></svg>`,
    w,
    h,
  };
}
