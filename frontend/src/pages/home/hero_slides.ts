import { homeWords } from '#words/home';

/** The ground a slide's picture is painted on; it decides the colours of the words. */
export type Tone = 'haldi' | 'neel' | 'khadi' | 'leaf' | 'lime' | 'peacock';

/** One picture of the slider with its words. */
export interface HeroSlideData {
  /** Names its files: `/images/hero/<picture>-wide-1600.avif` and so on. */
  picture: string;
  tone: Tone;
  /** The product its button leads to. */
  productName: string;
  words: { hindi: string; heading: string; text: string };
}

const { slides } = homeWords;

/** The six slides in their order. The first one also leads to the whole shop. */
export const heroSlides: readonly HeroSlideData[] = [
  { picture: 'karela-jamun', tone: 'haldi', productName: 'Karela Powder', words: slides.karelaJamun },
  { picture: 'moringa', tone: 'neel', productName: 'Moringa Powder', words: slides.moringa },
  { picture: 'ashwagandha', tone: 'khadi', productName: 'Ashwagandha Powder', words: slides.ashwagandha },
  { picture: 'tulsi', tone: 'leaf', productName: 'Tulsi Powder', words: slides.tulsi },
  { picture: 'amla', tone: 'lime', productName: 'Amla Powder', words: slides.amla },
  { picture: 'b12', tone: 'peacock', productName: 'B12 Powder', words: slides.b12 },
];
