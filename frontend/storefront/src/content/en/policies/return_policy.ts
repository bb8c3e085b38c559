import { policyTitles } from '#words/policies';
import type { Policy } from '../../policy';

/** The policy on returns, refunds and exchanges. */
export const returnPolicy: Policy = {
  title: policyTitles.returnPolicy,
  description: 'Returns within 30 days, refunds in 5 to 10 working days, and what cannot come back.',
  facts: [
    { figure: '30 days', meaning: 'to return an unopened pack' },
    { figure: '5–10 working days', meaning: 'until the refund is paid' },
    { figure: '24 hours', meaning: 'to report damage or a missing item' },
  ],
  sections: [
    {
      id: 'window',
      heading: 'Returns within 30 days',
      blocks: [
        'You may return an item within 30 days of delivery. It must be unused and unopened, with its seal intact and in the packing it came in. Please keep the order number; it is our only way to tell one pack from another.',
        'Our powders are food. Once the seal is broken a pack counts as opened, because no one after you can know how it was kept.',
      ],
    },
    {
      id: 'not-returnable',
      heading: 'What cannot be returned',
      blocks: [
        'For reasons of hygiene, or because they cannot be given back, we take no returns of:',
        ['Opened supplements', 'Oils and personal care products', 'Gift vouchers', 'Digital downloads'],
      ],
    },
    {
      id: 'exchanges',
      heading: 'Exchanges',
      blocks: [
        'We exchange an item only if it is defective or arrived damaged, and only for the same item. Damaged or missing items must be reported within 24 hours of delivery; a photograph of the pack and of the carton settles most cases the same day.',
      ],
    },
    {
      id: 'how',
      heading: 'How to send something back',
      blocks: [
        [
          'Request the return on the page of your order, or write or call with your order number. Tell us what you would like to return, and why.',
          'Wait for our email. It has the address to send the item to.',
          'Pack the item so that it survives the journey, write the order number on the outside, and keep the carrier’s receipt.',
        ],
      ],
    },
    {
      id: 'cost',
      heading: 'Return shipping',
      blocks: [
        'Return shipping is paid by the customer. We recommend a carrier with a tracking number: a parcel that never reaches us cannot be refunded.',
      ],
    },
    {
      id: 'refunds',
      heading: 'Refunds',
      blocks: [
        'When the parcel has reached us we look at its seal and tell you whether the return is accepted. If it is, the refund is paid in 5 to 10 working days, the way you paid. For a cash on delivery order, give us a bank account or a UPI ID in your own name.',
        'Nothing after 10 working days? Ask your bank first, since posting takes a while there, and then ask us.',
      ],
    },
  ],
};
