// Fake orders, stock and staff for looking at the screens. They are the same on every run.
import { ProductState } from '../contract/shop/catalog/v1/product_editing_pb.js';
import { Availability } from '../contract/shop/inventory/v1/inventory_pb.js';
const DAY = 86_400_000;

/** The status changes that staff may make. The services decide with their own table. */
export const NEXT = {
  placed: ['confirmed', 'cancelled'],
  confirmed: ['packed', 'cancelled'],
  packed: ['shipped', 'cancelled'],
  shipped: ['delivered', 'returned_to_origin', 'lost'],
  delivered: ['return_requested', 'returned_to_origin'],
  return_requested: ['return_accepted', 'returned', 'delivered'],
  return_accepted: ['returned', 'delivered'],
  returned: [],
  cancelled: [],
  returned_to_origin: [],
  lost: ['delivered', 'returned_to_origin'],
};

const HISTORY = {
  placed: ['placed'],
  confirmed: ['placed', 'confirmed'],
  packed: ['placed', 'confirmed', 'packed'],
  shipped: ['placed', 'confirmed', 'packed', 'shipped'],
  delivered: ['placed', 'confirmed', 'packed', 'shipped', 'delivered'],
  return_requested: ['placed', 'confirmed', 'packed', 'shipped', 'delivered', 'return_requested'],
  return_accepted: [
    'placed',
    'confirmed',
    'packed',
    'shipped',
    'delivered',
    'return_requested',
    'return_accepted',
  ],
  returned: ['placed', 'confirmed', 'packed', 'shipped', 'delivered', 'return_requested', 'returned'],
  cancelled: ['placed', 'cancelled'],
  returned_to_origin: ['placed', 'confirmed', 'packed', 'shipped', 'returned_to_origin'],
  lost: ['placed', 'confirmed', 'packed', 'shipped', 'lost'],
};

const PEOPLE = [
  ['Asha Patel', '12 Ring Road, behind the clock tower, Surat', '395009'],
  ['Rakesh Iyer', '4 Race Course, Coimbatore', '641001'],
  ['Farida Khan', '88 Mohammed Ali Road, Mumbai', '400001'],
  ['Sunil Deshmukh', '3 Laxmi Road, Pune', '411001'],
  ['Anjali Nair', 'Flat 5B, Marine Drive, Kochi', '682001'],
  ['Harpreet Singh', '17 Mall Road, Ludhiana', '141001'],
  ['Lakshmi Raghunathan', '21 Mount Road, Chennai', '600001'],
  ['Devang Patel', 'Aberdeen Bazaar, Port Blair', '744101'],
  ['Meena Shah', '9 Ashram Road, Ahmedabad', '380001'],
  ['Imran Qureshi', '2 Hazratganj, Lucknow', '226001'],
];

export const PRODUCTS = [
  'Karela Powder',
  'Jamun Powder',
  'Ashwagandha Powder',
  'Moringa Powder',
  'B12 Powder',
].map((productName, index) => ({
  productId: `0190c1a0-0000-7000-8000-00000000000${index}`,
  productName,
  price: 249 + 50 * index,
}));
const WEIGHTS = [75, 100, 250];
const STATES = [
  'placed',
  'confirmed',
  'confirmed',
  'packed',
  'shipped',
  'shipped',
  'delivered',
  'delivered',
  'return_requested',
  'returned',
  'cancelled',
  'returned_to_origin',
  'lost',
];
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

export function makeOrders(now, count = 130) {
  return Array.from({ length: count }, (_, index) => makeOrder(now, index));
}

function makeOrder(now, index) {
  const placed = now - index * 41 * 60_000 * (1 + (index % 3));
  const [fullName, deliveryAddress, pincode] = PEOPLE[index % PEOPLE.length];
  const status = index < 4 ? 'placed' : index < 16 ? 'confirmed' : STATES[index % STATES.length];
  const lines = Array.from({ length: 1 + (index % 3 === 0) + (index % 7 === 0) }, (__, at) =>
    lineOf(index, at),
  );
  const isCod = index % 3 !== 1;
  const charges = isCod
    ? [
        { kind: 'delivery', label: 'Delivery', amount: 60 },
        { kind: 'cod_fee', label: 'Cash on delivery', amount: 50 },
      ]
    : [];
  const total = [...lines.map((line) => line.lineTotal), ...charges.map(({ amount }) => amount)].reduce(
    (a, b) => a + b,
    0,
  );
  const history = HISTORY[status];
  const isPaid = !isCod && index % 2 === 0;
  return {
    orderId: `0190c1a0-1111-7000-8000-${String(index).padStart(12, '0')}`,
    orderNumber: `VM-${new Date(placed).toISOString().slice(2, 10).replaceAll('-', '')}-${code(index)}`,
    placedAt: new Date(placed).toISOString(),
    status,
    version: history.length,
    fullName,
    email: `${fullName.split(' ')[0].toLowerCase()}@example.com`,
    mobileNumber: `98765${String(43210 - index).padStart(5, '0')}`,
    deliveryAddress,
    pincode,
    district: 'Surat',
    state: 'Gujarat',
    lines,
    charges,
    total,
    paymentMethod: isCod ? 'cod' : 'pay_later',
    paymentStatus: isPaid ? 'paid' : 'pending',
    payment: isPaid
      ? {
          channel: 'upi',
          reference: '433112908811',
          amount: total,
          receivedOn: new Date(placed).toISOString().slice(0, 10),
          recordedAt: new Date(placed + DAY / 24).toISOString(),
        }
      : null,
    parcel: history.includes('shipped')
      ? {
          carrier: 'Delhivery',
          trackingNumber: `1490${index}8823311`,
          trackingUrl: 'https://www.example.com/track/1',
        }
      : null,
    parcelWeightInGrams:
      history.includes('packed') && index % 7 !== 3
        ? lines.reduce((sum, line) => sum + (line.weightInGrams + 12) * line.quantity, 110)
        : undefined,
    changes: history.map((to, at) => ({
      version: at + 1,
      to,
      actor: to === 'placed' || to === 'return_requested' ? 'shopper' : 'staff',
      reason: to === 'return_requested' ? 'The pack was open when it came' : '',
      changedAt: new Date(placed + at * 3_600_000).toISOString(),
      lines:
        to === 'return_requested'
          ? lines
              .slice(0, 1)
              .map(({ productId, weightInGrams }) => ({ productId, weightInGrams, quantity: 1 }))
          : [],
    })),
    hasAccount: index % 2 === 0,
    nextStates: NEXT[status],
    source: ['web', 'web', 'phone', 'web', 'whatsapp'][index % 5],
  };
}

function lineOf(index, at) {
  const { productId, productName, price } = PRODUCTS[(index + at) % PRODUCTS.length];
  const weightInGrams = WEIGHTS[(index + 2 * at) % WEIGHTS.length];
  const quantity = 1 + ((index + at) % 3);
  return {
    productId,
    productName,
    sku: `${productName.slice(0, 3).toUpperCase()}-${weightInGrams}`,
    weightInGrams,
    quantity,
    unitPrice: price,
    lineTotal: price * quantity,
  };
}

function code(index) {
  let value = (index + 7) * 7_919_993;
  let text = '';
  for (let at = 0; at < 5; at += 1) {
    text += LETTERS[value % LETTERS.length];
    value = Math.floor(value / 13) + index;
  }
  return text;
}

export function makeSales(now) {
  const pattern = [
    9, 12, 11, 14, 8, 6, 13, 15, 12, 10, 17, 16, 9, 7, 14, 18, 15, 13, 16, 19, 11, 8, 15, 17, 20, 16, 18, 13,
    21, 12,
  ];
  return pattern.map((orders, index) => ({
    day: new Date(now - (29 - index) * DAY).toISOString().slice(0, 10),
    orders,
    total: orders * 447.5,
    paid: Math.round(orders * 447.5 * (0.4 + (index % 5) / 10)),
  }));
}

/** Makes the stock levels, as fields of the contract. */
export function makeStock() {
  return PRODUCTS.flatMap(({ productId, productName }, at) =>
    WEIGHTS.map((weightInGrams, index) => {
      const onHand = [42, 9, 130, 0, 18][(at + index) % 5];
      const reserved = Math.min(onHand, 3 + index);
      const available = onHand - reserved;
      return {
        pack: { productId, weightInGrams },
        productName,
        sku: `P${String(at + 1).padStart(4, '0')}-${weightInGrams}`,
        productState: ProductState.PUBLISHED,
        pricePaise: 27_900n,
        lowestMrpPaise: 29_900n,
        onHand: BigInt(onHand),
        reserved: BigInt(reserved),
        available: BigInt(available),
        availability: availabilityOf(available),
        returned: at === 1 && index === 1 ? 2n : 0n,
        missing: onHand === 0 && at === 3 ? 2n : 0n,
        nextLastSaleOn: onHand > 0 ? (at === 2 && index === 0 ? '2026-12-10' : '2027-08-14') : '',
      };
    }),
  );
}

function availabilityOf(available) {
  if (available === 0) return Availability.SOLD_OUT;
  return available < 10 ? Availability.LOW : Availability.IN_STOCK;
}

/** Makes the batches of a pack, as fields of the contract. */
export function makeBatches(pack) {
  return [0, 1].map((index) => ({
    batchId: `0190c1a0-2222-7000-8000-00000000000${index}`,
    pack,
    batchNumber: `K-26${10 - index}${index}`,
    packedOn: index ? '2026-08-20' : '2026-10-14',
    bestBefore: index ? '2027-08-19' : '2027-10-13',
    lastSaleOn: index ? '2027-07-20' : '2027-09-13',
    mrpPaise: 29_900n,
    costPaise: index ? 0n : 12_150n,
    onHand: index ? 6 : 36,
    reserved: index ? 3 : 0,
    isRecalled: false,
  }));
}

export const STAFF = [
  {
    staffId: '0190c1a0-3333-7000-8000-000000000000',
    name: 'Hansa Desai',
    email: 'hansa@vanmool.example',
    role: 'owner',
    isActive: true,
    signedInAt: '2026-11-25T04:12:00Z',
  },
  {
    staffId: '0190c1a0-3333-7000-8000-000000000001',
    name: 'Ramesh Solanki',
    email: 'ramesh@vanmool.example',
    role: 'packer',
    isActive: true,
    signedInAt: '2026-11-24T03:40:00Z',
  },
  {
    staffId: '0190c1a0-3333-7000-8000-000000000002',
    name: 'Leela Menon',
    email: 'leela@vanmool.example',
    role: 'accountant',
    isActive: false,
    signedInAt: null,
  },
];

/** An open invitation. */
export const INVITATION = {
  name: 'Nisha Rao',
  email: 'nisha@vanmool.example',
  role: 'packer',
  expiresAt: '2026-11-28T10:00:00Z',
};

/** The returned packs, as fields of the contract. */
export const RETURNED = {
  packs: [
    {
      orderId: '0190c1a0-1111-7000-8000-000000000044',
      pack: { productId: PRODUCTS[1].productId, weightInGrams: 100 },
      productName: PRODUCTS[1].productName,
      quantity: 2,
      returnedAt: '2026-11-24T09:30:00Z',
      batches: [
        {
          batchId: '0190c1a0-2222-7000-8000-000000000000',
          batchNumber: 'J-2609',
          quantity: 2,
          isRecalled: false,
        },
      ],
    },
  ],
};
