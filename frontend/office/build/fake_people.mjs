// Fake reviews, messages and shoppers for looking at the screens. They are the same on every run.
import { TicketEntryKind, TicketState } from '../contract/shop/contact/v1/tickets_pb.js';
import { ReviewState } from '../contract/shop/review/v1/moderation_pb.js';
import { PRODUCTS, STAFF } from './fake_data.mjs';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const [HANSA] = STAFF;

const idOf = (kind, index) => `0190c1a0-${kind}-7000-8000-${String(index).padStart(12, '0')}`;

/** Returns a claim at the position of some words in a text, in code points. */
function claim(text, words, rule, explanation) {
  const start = Array.from(text.slice(0, text.indexOf(words))).length;
  return { start, end: start + Array.from(words).length, rule, explanation };
}

const DIABETES =
  'Says that it treats diabetes: Drugs and Magic Remedies Act 1954, section 3(d) with the Schedule, forbids it.';
const CURE =
  'Says that it cures: a food may not, Food Safety and Standards (Advertising and Claims) Regulations 2018.';

const REVIEWS = [
  {
    name: 'Rakesh Iyer',
    product: 1,
    ratingTenths: 50,
    isVerified: true,
    hours: 52,
    review:
      '🙏 Two months of this and it cured my sugar! My father takes it too, and his sugar is under control without tablets.',
    claims: [
      ['cured my sugar', 'dmr-schedule-diabetes', DIABETES],
      ['without tablets', 'claims-cure', CURE],
    ],
  },
  {
    name: 'मीना शाह',
    product: 0,
    ratingTenths: 40,
    isVerified: true,
    hours: 31,
    review: 'स्वाद कड़वा है पर असली है। दो हफ़्ते में मधुमेह ठीक हो गया 😊, पैकिंग भी बहुत अच्छी थी।',
    claims: [['मधुमेह ठीक हो गया', 'dmr-schedule-diabetes', DIABETES]],
  },
  {
    name: 'ભાવના દેસાઈ',
    product: 3,
    ratingTenths: 50,
    isVerified: true,
    hours: 20,
    review: 'મોરિંગા પાવડર ખૂબ તાજો છે. રોટલીના લોટમાં ભેળવું છું, ઘરમાં બધાને ભાવે છે.',
  },
  {
    name: 'Farida Khan',
    product: 2,
    ratingTenths: 20,
    isVerified: false,
    hours: 9,
    review:
      'The pouch came with a torn corner and half a spoon of powder in the carton.\nThe powder itself is fine. Call me on 98765 43210 about a new one.',
  },
  {
    name: 'Sunil Deshmukh',
    product: 4,
    ratingTenths: 45,
    isVerified: true,
    hours: 3,
    edited: true,
    review: 'Mixes well with buttermilk. A little pricey for 75 g.',
    shopAnswer: 'Thank you, Sunil ji. The 250 g pack costs less per gram.',
  },
];

function makeReview(now, { product, hours, edited, claims = [], ...review }, index) {
  return {
    review: {
      id: idOf('4444', index),
      ...review,
      productId: PRODUCTS[product].productId,
      productName: PRODUCTS[product].productName,
      writtenAt: new Date(now - hours * HOUR).toISOString(),
      ...(edited && { editedAt: new Date(now - HOUR).toISOString() }),
    },
    version: 1,
    state: ReviewState.WAITING,
    claims: claims.map((each) => claim(review.review, ...each)),
  };
}

export function makeReviews(now) {
  const waiting = REVIEWS.map((review, index) => makeReview(now, review, index));
  const decided = (index, state, written, refusalReason) => ({
    review: { ...waiting[index].review, id: idOf('4444', 100 + index), ...written },
    claims: [],
    version: 2,
    state,
    refusalReason,
    moderatedAt: new Date(now - index * DAY).toISOString(),
    moderatedBy: HANSA.staffId,
  });
  return [
    ...waiting,
    decided(2, ReviewState.APPROVED, { name: 'Anjali Nair' }),
    decided(4, ReviewState.APPROVED, { name: 'Harpreet Singh' }),
    decided(
      3,
      ReviewState.REFUSED,
      { name: 'Imran Qureshi' },
      'Your review contains personal details, such as a number or an address. Please write again without them.',
    ),
  ];
}

const TICKETS = [
  [
    'Rakesh Iyer',
    'rakesh@example.com',
    'order status',
    TicketState.OPEN,
    60,
    'The parcel came open, and one pack of Jamun 100 g is missing. The order is VM-261121-7K3QX. Please send it again.',
  ],
  [
    'भारती जोशी',
    'bharti@example.com',
    'product information',
    TicketState.OPEN,
    43,
    'नमस्ते, क्या करेला पाउडर गर्भावस्था में ले सकते हैं? मेरी बहन सातवें महीने में है।',
  ],
  [
    'Devang Patel',
    'devang@example.com',
    'order status',
    TicketState.OPEN,
    30,
    'COD is not offered for 744101. Can I pay to the courier in Port Blair all the same?',
  ],
  [
    'કોમલ પટેલ',
    'komal@example.com',
    'general inquiry',
    TicketState.OPEN,
    4,
    'તમારી દુકાન સુરતમાં ક્યાં છે? રવિવારે ખુલ્લી હોય છે?',
  ],
  [
    'Lakshmi Raghunathan',
    'lakshmi@example.com',
    'other',
    TicketState.OPEN,
    700,
    'Thank you, but the new pack is the wrong weight again. I ordered 250 g and got 75 g.',
    { answeredHours: 660 },
  ],
  [
    'Asha Patel',
    'asha@example.com',
    'product information',
    TicketState.ANSWERED,
    96,
    'Is the Moringa grown without pesticides?',
    { answeredHours: 80 },
  ],
  [
    'Meena Shah',
    'meena@example.com',
    'order status',
    TicketState.ANSWERED,
    690,
    'When will VM-261028-QTSWW come?',
    { answeredHours: 680 },
  ],
  [
    'Imran Qureshi',
    'imran@example.com',
    'general inquiry',
    TicketState.CLOSED,
    300,
    'Do you send to Nepal?',
    { answeredHours: 290, closedHours: 200 },
  ],
];

export function makeTickets(now) {
  const at = (hours) => new Date(now - hours * HOUR).toISOString();
  return TICKETS.map(
    ([name, email, subject, state, hours, text, { answeredHours, closedHours } = {}], index) => {
      const entry = (number, kind, words, when, staffId) => ({
        id: idOf('5556', index * 10 + number),
        kind,
        text: words,
        writtenAt: at(when),
        ...(staffId && { staffId }),
      });
      const isBack = state === TicketState.OPEN && answeredHours;
      return {
        ticket: {
          messageId: idOf('5555', index),
          number: `T00${42 - index}`,
          state,
          name,
          email,
          phone: `98765432${10 + index}`,
          subject,
          excerpt: text,
          receivedAt: at(hours),
          answerDueAt: at(hours - 48),
          closeDueAt: at(hours - 30 * 24),
          ...(answeredHours && { answeredAt: at(answeredHours) }),
          ...(closedHours && { closedAt: at(closedHours) }),
        },
        entries: [
          entry(
            0,
            TicketEntryKind.FROM_SHOPPER,
            isBack ? 'The pack that came is 75 g, and I paid for 250 g.' : text,
            hours,
          ),
          ...(index === 0
            ? [
                entry(
                  1,
                  TicketEntryKind.NOTE,
                  'Asked the carrier on the phone: they look for it.',
                  50,
                  STAFF[1].staffId,
                ),
              ]
            : []),
          ...(answeredHours
            ? [
                entry(
                  2,
                  TicketEntryKind.ANSWER,
                  'We are sorry for that. A new pack is on its way to you today, at no cost.',
                  answeredHours,
                  HANSA.staffId,
                ),
              ]
            : []),
          ...(isBack ? [entry(3, TicketEntryKind.FROM_SHOPPER, text, 6)] : []),
          ...(closedHours ? [entry(4, TicketEntryKind.CLOSED, '', closedHours, HANSA.staffId)] : []),
        ],
        replyAddress: 'care@vanmool.example',
      };
    },
  );
}

const SHOPPERS = [
  ['Asha Patel', 'asha@example.com', '9876543210', '12 Ring Road, behind the clock tower, Surat', '395009'],
  ['ભાવના દેસાઈ', 'bhavna@example.com', '9825012345', '4 Ghod Dod Road, Surat', '395007'],
  [undefined, 'imran@example.com', undefined, undefined, undefined],
  ['मीना शाह', 'meena@example.com', '9811122233', '9 Ashram Road, Ahmedabad', '380001'],
  ['Rakesh Iyer', 'rakesh@example.com', '9876543219', '4 Race Course, Coimbatore', '641001'],
  ['Lakshmi Raghunathan', 'lakshmi@example.com', '9840098400', '21 Mount Road, Chennai', '600001'],
];

export function makeShoppers(now) {
  return SHOPPERS.map(([name, email, mobileNumber, deliveryAddress, pincode], index) => ({
    shopper: {
      accountId: idOf('6666', index),
      ...(name && { name }),
      email,
      ...(mobileNumber && { mobileNumber }),
      registeredAt: new Date(now - (index * 37 + 2) * DAY).toISOString(),
    },
    addresses: deliveryAddress
      ? [
          { fullName: name, mobileNumber, deliveryAddress, pincode, isDefault: true },
          ...(index === 0
            ? [
                {
                  fullName: 'Nita Patel',
                  mobileNumber: '9898989898',
                  deliveryAddress: 'B/204 Shanti Apartments, Paldi, Ahmedabad',
                  pincode: '380007',
                  isDefault: false,
                },
              ]
            : []),
        ]
      : [],
  }));
}

export function makeOrderNotes(now) {
  return [
    {
      id: idOf('7777', 0),
      text: 'Called: she is at home only after 6 in the evening.',
      writtenAt: new Date(now - 5 * HOUR).toISOString(),
      writtenBy: STAFF[1].staffId,
    },
  ];
}
