import { productIds } from '../../product/product_ids';

/** An article as in the list. The texts are in `articles/`; only the article page loads them. */
export interface Article {
  id: number;
  title: string;
  hindiName: string;
  latinName: string;
  description: string;
  /** The picture's base path for `ui/Picture`. */
  image: string;
  imageText: string;
  /** The publication date in ISO 8601. */
  published: string;
  minutes: number;
  /** The id of the article's product. */
  product: string;
  tone: 'rose' | 'haldi' | 'neel' | 'leaf';
}

/** The shop's articles, ordered by id. */
export const articles: readonly Article[] = [
  {
    id: 1,
    title: 'Jamun Extract',
    hindiName: 'जामुन',
    latinName: 'Syzygium cumini',
    description:
      'A purple fruit, the seed most people throw away, and what the word “extract” on a label does and does not tell you.',
    image: '/images/blog/jamun',
    imageText: 'A botanical plate of jamun: dark fruit under a spray of leaves',
    published: '2025-06-20',
    minutes: 4,
    product: productIds.jamun,
    tone: 'rose',
  },
  {
    id: 2,
    title: 'Karela Powder',
    hindiName: 'करेला',
    latinName: 'Momordica charantia',
    description:
      'Why an Indian meal keeps a place for bitterness, how fifteen kilos of gourd become one of powder, and three ways to drink it.',
    image: '/images/blog/karela',
    imageText: 'A botanical plate of karela: ridged green fruit and a yellow flower on the vine',
    published: '2025-07-11',
    minutes: 4,
    product: productIds.karela,
    tone: 'haldi',
  },
  {
    id: 3,
    title: 'B12 Powder',
    hindiName: 'बी12',
    latinName: 'Methylcobalamin',
    description:
      'The vitamin that no field grows: who runs short of it, how to find out before buying anything, and how to read the label when you do.',
    image: '/images/blog/b12',
    imageText: 'A drawn plate of vitamin B12: a ring of leaves around the molecule, cobalt at its heart',
    published: '2025-08-08',
    minutes: 4,
    product: productIds.b12,
    tone: 'neel',
  },
  {
    id: 4,
    title: 'Moringa',
    hindiName: 'सहजन',
    latinName: 'Moringa oleifera',
    description:
      'The drumstick tree by the kitchen door: leaf and pod, what a spoonful really holds, two recipes, and three sayings to forget.',
    image: '/images/blog/moringa',
    imageText: 'A botanical plate of moringa: feathered leaves and long pods',
    published: '2025-09-05',
    minutes: 4,
    product: productIds.moringa,
    tone: 'leaf',
  },
];
