import { brand } from '../../brand';

/** Texts of the home page. */
export const homeWords = {
  title: `${brand.name} · herbal powders from Surat`,
  description: `${brand.tagline}. Karela, jamun, moringa and more. Nothing added, nothing hidden.`,
  heading: `${brand.name}: ${brand.tagline}`,
  heroLabel: 'Our powders',
  slidePosition: (slide: number, count: number) => `Slide ${slide} of ${count}`,
  showSlide: (slide: number, count: number) => `Show slide ${slide} of ${count}`,
  shopProduct: (product: string) => `Shop ${product}`,
  seeAll: 'See all powders',
  slides: {
    karelaJamun: {
      hindi: 'करेला · जामुन',
      heading: 'Bitter fruit. Plain labels.',
      text: 'Single-herb powders, dried slowly and stone-milled in small batches. Nothing added, nothing hidden.',
    },
    moringa: {
      hindi: 'सहजन',
      heading: 'The tree behind the house.',
      text: 'Young leaves, stripped from the stem the same morning and dried in the shade to stay green.',
    },
    ashwagandha: {
      hindi: 'अश्वगंधा',
      heading: 'Warm milk, slow evening.',
      text: 'Only the roots, lifted in winter, sun-dried and milled fine. A spoon at the end of a long day.',
    },
    tulsi: {
      hindi: 'तुलसी',
      heading: 'The herb by the door.',
      text: 'Ram and Krishna tulsi, dried in the shade before they flower. For tea, kadha and cut fruit.',
    },
    amla: {
      hindi: 'आँवला',
      heading: 'Sour first. Sweet after.',
      text: 'Winter amla from Pratapgarh, stoned by hand. Drink plain water after it and taste the trick.',
    },
    b12: {
      hindi: 'बी12 · आँवला',
      heading: 'For the vegetarian plate.',
      text: 'Methylcobalamin in amla fruit powder: one level scoop, one measured amount.',
    },
  },
  stripHeading: 'From the grinding stone',
  stripIntro: 'Pouches for every day, cartons for the month.',
  stripLabel: 'Products',
  scrollBack: 'Scroll products left',
  scrollOn: 'Scroll products right',
  facts: {
    delivery: { title: 'Free prepaid delivery', text: '3–10 days by pincode' },
    cash: { title: 'Cash on delivery', text: 'COD fee ₹50' },
    returns: { title: '30-day returns', text: 'Unopened packs' },
    milling: { title: 'Stone-milled', text: 'Small batches, Surat' },
  },
};
