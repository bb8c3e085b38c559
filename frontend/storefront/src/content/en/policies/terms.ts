import { shop } from '#content/shop';
import { disclaimerWords } from '#words/disclaimer';
import { policyTitles } from '#words/policies';
import type { Policy } from '../../policy';

/** The terms of service. */
export const terms: Policy = {
  title: policyTitles.terms,
  description: 'What you and the shop agree on: prices in INR, orders, reviews, links, and the law of India.',
  facts: [
    { figure: 'INR', meaning: 'is the currency of every price' },
    { figure: '2–3 weeks', meaning: 'until a link request is answered' },
    { figure: 'Surat', meaning: 'has the courts, India the law' },
  ],
  sections: [
    {
      id: 'agreement',
      heading: 'What this page is',
      blocks: [
        `These terms are the agreement between you and ${shop.legalName} whenever you use this shop. Using it means that you accept them. If you do not, please do not order; you are welcome to read all the same.`,
      ],
    },
    {
      id: 'products',
      heading: 'What we sell, and what we do not',
      blocks: [
        disclaimerWords.food,
        'Nothing in this shop is medical advice. Articles, answers and reviews describe food and its traditional use, and none of them knows your history. Your doctor does.',
        'Herbs are harvests: colour, grain and taste differ from batch to batch, and the picture of a pack may differ from the pack in your hand.',
      ],
    },
    {
      id: 'prices',
      heading: 'Prices and charges',
      blocks: [
        'All prices are in Indian rupees (INR). Taxes and shipping are added at checkout, where they apply. The price that counts is the one shown when you place the order; should it have changed since you filled your cart, the shop says so and asks you again.',
      ],
    },
    {
      id: 'orders',
      heading: 'Orders',
      blocks: [
        'Placing an order is an offer to buy, and the order number on the screen confirms that it has reached us. We may decline an order, for example when a pack has just sold out or an address cannot be served. All that you have paid for it is then returned in full.',
        'An order that has not been dispatched can be cancelled on its page, by telephone or by email.',
      ],
    },
    {
      id: 'accounts',
      heading: 'Your account',
      blocks: [
        'You can order without an account. If you have one, keep its password to yourself and give details that are true. Tell us at once if you think someone else is using it.',
      ],
    },
    {
      id: 'reviews',
      heading: 'Reviews',
      blocks: [
        'Write what you found, good or bad, in your own words and about a product you have used. We may take down reviews that claim to heal an illness, insult others, advertise, or give away personal data. A review that may do so appears once we have read it. A review stays yours; you allow us to show it in the shop.',
      ],
    },
    {
      id: 'links',
      heading: 'Links to this shop',
      blocks: [
        'If you would like to link to us from your site, write to us with the address of your site, the pages you would link to and the name of a person we can reach. Link requests get a reply in 2 to 3 weeks. Links must not suggest that we recommend you, and our name, seal and pictures may not be used without our consent.',
      ],
    },
    {
      id: 'liability',
      heading: 'Who answers for what',
      blocks: [
        'We answer for what we sell being what its label says. As far as the law allows we do not answer for use against the label or against a doctor’s advice, nor for times when the shop cannot be reached. No sentence here takes away a right that consumer law gives you.',
      ],
    },
    {
      id: 'law',
      heading: 'Law and courts',
      blocks: [
        'These terms are governed by the law of India. The courts of Surat, Gujarat, have jurisdiction. Please call first: nearly everything is settled faster by telephone.',
      ],
    },
  ],
};
