import { shop, when } from '#content/shop';
import { policyTitles } from '#words/policies';
import type { Policy } from '../../policy';

/** The shipping policy: regions, times and charges. */
export const shipping: Policy = {
  title: policyTitles.shipping,
  description: `Delivery within India: dispatch in 1 to 2 business days, ${when(shop.delivery, shop.delivery, 'free')} on prepaid orders, a fee of ${shop.codFee} for cash on delivery.`,
  facts: [
    { figure: '1–2 business days', meaning: 'until your parcel is dispatched' },
    { figure: '3–10 days', meaning: 'on the road, by where you live' },
    {
      figure: `${when(shop.delivery, shop.delivery, '₹0')} prepaid`,
      meaning: `and ${shop.codFee} for cash on delivery`,
    },
  ],
  sections: [
    {
      id: 'where',
      heading: 'Where we deliver',
      blocks: [
        'We ship within India only, to every pincode our carriers serve. We do not ship abroad, nor to freight forwarders.',
      ],
    },
    {
      id: 'dispatch',
      heading: 'Dispatch',
      blocks: [
        'Orders are dispatched in 1 to 2 business days. Business days are Monday to Saturday, without public holidays. An order placed on a Sunday is packed on Monday.',
      ],
    },
    {
      id: 'times',
      heading: 'Delivery times',
      blocks: [
        'Counted from dispatch, by the pincode of your address:',
        {
          columns: ['Where you live', 'Delivery takes'],
          rows: [
            ['Tier 1 cities', '3–5 days'],
            ['Tier 2 cities', '4–7 days'],
            ['Remote areas', '7–10 days'],
          ],
        },
        'These are estimates. The monsoon, a festival or a strike can add to them; if we learn of a delay we tell you.',
      ],
    },
    {
      id: 'charges',
      heading: 'Delivery charges',
      blocks: [
        when(
          shop.delivery,
          `Delivery costs ${shop.delivery} on prepaid orders, where nothing else is said of a pincode.`,
          'Delivery is free on prepaid orders.',
        ),
        `Cash on delivery (COD) carries a fee of ${shop.codFee} an order, which we also state loosely as about 2% of the order value. It pays the carrier for collecting and handing over the money.${when(shop.codLimit, ` The carrier takes cash for goods of up to ${shop.codLimit}.`, '')}`,
        'Where a delivery charge applies to an order it is never more than ₹100, as the note at checkout says. We name it before you pay.',
      ],
    },
    {
      id: 'attempts',
      heading: 'If no one is at home',
      blocks: [
        'The carrier makes 2 to 3 delivery attempts and calls the mobile number of the order before each. After the last one the parcel comes back to us, and we write to you to arrange what happens next. A house number, a landmark and a number that is answered prevent most of this.',
      ],
    },
    {
      id: 'damage',
      heading: 'Damaged or missing items',
      blocks: [
        'Report damage or missing items within 24 hours of delivery, by telephone or email, with the order number and a photograph. If a carton arrives open or crushed, photograph it before you unpack it, and have the carrier note it.',
      ],
    },
  ],
};
