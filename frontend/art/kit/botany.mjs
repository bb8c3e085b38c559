// Every plant is a drawing in a 400 x 400 box: (inks) => svg. Inks: see palette.mjs.
import { amla } from './plants/amla.mjs';
import { ashwagandha } from './plants/ashwagandha.mjs';
import { b12 } from './plants/b12.mjs';
import { gurmar } from './plants/gurmar.mjs';
import { jamun } from './plants/jamun.mjs';
import { karela } from './plants/karela.mjs';
import { madhu } from './plants/madhu.mjs';
import { methi } from './plants/methi.mjs';
import { moringa } from './plants/moringa.mjs';
import { neem } from './plants/neem.mjs';
import { shallaki } from './plants/shallaki.mjs';
import { bibhitaki, haritaki } from './plants/terminalia.mjs';
import { triphala } from './plants/triphala.mjs';
import { tulsi } from './plants/tulsi.mjs';

export { amlaFruit, feather } from './plants/amla.mjs';
export { tear } from './plants/bark.mjs';
export { gurmarShoot, umbel } from './plants/gurmar.mjs';
export { berry } from './plants/jamun.mjs';
export { gourd, palmate } from './plants/karela.mjs';
export { methiSprig, trefoil } from './plants/methi.mjs';
export { pinnate } from './plants/neem.mjs';
export { flower, leaf, stem, tendril } from './plants/parts.mjs';
export { ridgedFruit } from './plants/terminalia.mjs';

/** Every plant by name. Triphala and madhu are bouquets, which bring the inks of their parts along. */
export const plants = {
  karela,
  jamun,
  moringa,
  ashwagandha,
  tulsi,
  amla,
  b12,
  neem,
  shallaki,
  haritaki,
  bibhitaki,
  gurmar,
  methi,
  triphala,
  madhu,
};
