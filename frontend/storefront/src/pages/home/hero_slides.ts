import { homeWords } from '#words/home';
import { productIds } from '../../product/product_ids';

/** The ground a slide's picture is painted on; it decides the colours of the words. */
export type Tone = 'haldi' | 'neel' | 'khadi' | 'leaf' | 'lime' | 'peacock';

/** One picture of the slider with its words. */
export interface HeroSlideData {
  /** Names its files: `/images/hero/<picture>-wide-1600.avif` and so on. */
  picture: string;
  tone: Tone;
  /** The id of the product its button leads to. */
  product: string;
  hindi: string;
  words: { heading: string; text: string; product: string };
}

const { slides } = homeWords;
const { karela, moringa, ashwagandha, tulsi, amla, b12 } = productIds;

/** The six slides in their order. The first one also leads to the whole shop. */
export const heroSlides: readonly HeroSlideData[] = [
  {
    picture: 'karela-jamun',
    tone: 'haldi',
    product: karela,
    hindi: 'करेला · जामुन',
    words: slides.karelaJamun,
  },
  { picture: 'moringa', tone: 'neel', product: moringa, hindi: 'सहजन', words: slides.moringa },
  { picture: 'ashwagandha', tone: 'khadi', product: ashwagandha, hindi: 'अश्वगंधा', words: slides.ashwagandha },
  { picture: 'tulsi', tone: 'leaf', product: tulsi, hindi: 'तुलसी', words: slides.tulsi },
  { picture: 'amla', tone: 'lime', product: amla, hindi: 'आँवला', words: slides.amla },
  { picture: 'b12', tone: 'peacock', product: b12, hindi: 'बी12 · आँवला', words: slides.b12 },
];
