import { shop, when } from '#content/shop';

/** Texts of the home page. */
export const homeWords = {
  title: `${shop.name} · herbal powders from Surat`,
  description: `${when(shop.tagline, `${shop.tagline}. `, '')}Karela, jamun, moringa and more. Nothing added, nothing hidden.`,
  heading: shop.name + when(shop.tagline, `: ${shop.tagline}`, ''),
  heroLabel: 'Featured',
  slidePosition: (slide: number, count: number) => `Slide ${slide} of ${count}`,
  showSlide: (slide: number, count: number) => `Show slide ${slide} of ${count}`,
  shopProduct: (product: string) => `Shop ${product}`,
  seeAll: 'See all powders',
  slides: {
    karelaJamun: {
      heading: 'Bitter fruit. Plain labels.',
      text: 'Single-herb powders, dried slowly and stone-milled in small batches. Nothing added, nothing hidden.',
      product: 'Karela Powder',
    },
    moringa: {
      heading: 'The tree behind the house.',
      text: 'Young leaves, stripped from the stem the same morning and dried in the shade to stay green.',
      product: 'Moringa Powder',
    },
    ashwagandha: {
      heading: 'Warm milk, slow evening.',
      text: 'Only the roots, lifted in winter, sun-dried and milled fine. A spoon at the end of a long day.',
      product: 'Ashwagandha Powder',
    },
    tulsi: {
      heading: 'The herb by the door.',
      text: 'Ram and Krishna tulsi, dried in the shade before they flower. For tea, kadha and cut fruit.',
      product: 'Tulsi Powder',
    },
    amla: {
      heading: 'Sour first. Sweet after.',
      text: 'Winter amla from Pratapgarh, stoned by hand. Drink plain water after it and taste the trick.',
      product: 'Amla Powder',
    },
    b12: {
      heading: 'For the vegetarian plate.',
      text: 'Methylcobalamin in amla fruit powder: one level scoop, one measured amount.',
      product: 'B12 Powder',
    },
  },
  stripHeading: 'Our powders',
  stripIntro: 'Pouches for every day, cartons for the month.',
  stripLabel: 'Products',
  scrollBack: 'Scroll products left',
  scrollOn: 'Scroll products right',
  facts: {
    delivery: {
      title: when(shop.delivery, `Prepaid delivery ${shop.delivery}`, 'Free prepaid delivery'),
      text: '3–10 days by pincode',
    },
    cash: { title: 'Cash on delivery', text: `COD fee ${shop.codFee}` },
    returns: { title: '30-day returns', text: 'Unopened packs' },
    milling: { title: 'Stone-milled', text: 'Small batches, Surat' },
  },
};
