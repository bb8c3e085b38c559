import { create } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import { type ShopFacts, ShopFactsSchema, ShopService } from '#contract/shop/catalog/v1/shop_pb.js';
import { StaffDirectoryService } from '#contract/shop/identity/v1/staff_pb.js';
import type { OrderPayment } from './api/payments';
import type { Me, Order, OrderState, Review, Ticket } from './api/types';

/** An order for tests with two packs of one product. `change` overrides its fields. */
export function orderOf(change: Partial<Order> = {}): Order {
  const line = {
    productId: 'p-karela',
    productName: 'Karela Powder',
    sku: 'KAR-100',
    weightInGrams: 100,
    quantity: 2,
    unitPrice: 249,
    lineTotal: 498,
  };
  return {
    orderId: 'o-1',
    orderNumber: 'VM-261122-QTSWW',
    placedAt: '2026-11-22T04:28:00Z',
    status: 'placed',
    source: 'web',
    version: 1,
    fullName: 'Asha Patel',
    email: 'asha@example.com',
    mobileNumber: '9876543210',
    deliveryAddress: '12 Ring Road, Surat',
    pincode: '395009',
    district: 'Surat',
    state: 'Gujarat',
    lines: [line],
    charges: [],
    total: 498,
    paymentMethod: 'cod',
    paymentStatus: 'pending',
    changes: [
      {
        version: 1,
        to: 'placed',
        actor: 'shopper',
        reason: '',
        changedAt: '2026-11-22T04:28:00Z',
        lines: [],
      },
    ],
    hasAccount: false,
    nextStates: ['confirmed', 'cancelled'],
    ...change,
  };
}

/** The same order in another status. */
export function orderIn(status: OrderState, nextStates: OrderState[], change: Partial<Order> = {}): Order {
  const changes: Order['changes'] = [
    ...orderOf().changes,
    { version: 2, to: status, actor: 'staff', reason: '', changedAt: '2026-11-22T05:00:00Z', lines: [] },
  ];
  return orderOf({ status, nextStates, version: 2, changes, ...change });
}

/** A staff member with these permissions. */
export function meWith(...permissions: string[]): Me {
  return {
    staffId: 's-1',
    name: 'Hansa Desai',
    email: 'hansa@example.com',
    role: 'owner',
    permissions,
    isReauthenticated: false,
  };
}

/** A waiting review. `change` overrides its fields. */
export function reviewOf(change: Partial<Review> = {}): Review {
  return {
    id: 'r-1',
    name: 'Asha Patel',
    productName: 'Karela Powder',
    productId: 'p-karela',
    review: 'It cured my sugar.',
    rating: 4,
    isSample: false,
    isVerified: true,
    writtenAt: '2026-11-22T04:28:00Z',
    version: 1,
    state: 'waiting',
    isHeld: false,
    claims: [],
    ...change,
  };
}

/** An open ticket. `change` overrides its fields. */
export function ticketOf(change: Partial<Ticket> = {}): Ticket {
  return {
    id: 't-1',
    number: 'T0042',
    state: 'open',
    name: 'Rakesh Iyer',
    email: 'rakesh@example.com',
    phone: '9876543210',
    subject: 'order status',
    excerpt: 'The parcel came open.',
    receivedAt: '2026-11-24T10:00:00Z',
    answerDueAt: '2026-11-26T10:00:00Z',
    closeDueAt: '2026-12-24T10:00:00Z',
    ...change,
  };
}

/** A shop with complete details. `change` overrides them. */
export function shopOf(change: Partial<ShopFacts> = {}): {
  version: number;
  facts: ShopFacts;
} {
  const facts = create(ShopFactsSchema, {
    name: 'Vanmool',
    hindiName: 'वनमूल',
    tagline: 'Milled on stone',
    legalName: 'Vanmool Herbals LLP',
    addressLines: ['7 Mill Road', 'Surat 395002'],
    phone: '+912612345678',
    email: 'care@vanmool.example',
    careHours: 'Monday to Saturday',
    holidays: ['2026-11-08'],
    foodLicence: '10712034000123',
    gstin: '27AAPFU0939F1ZV',
    countryOfOrigin: 'India',
    bestBefore: '12 months from packing',
    codFeePaise: 5_000n,
    codLimitPaise: 1_000_000n,
    socialLinks: [{ network: 'instagram', url: 'https://instagram.example/vanmool' }],
    upiId: 'vanmool@okaxis',
    bankAccount: { holder: 'Vanmool Herbals LLP', number: '123456789012', ifsc: 'HDFC0000001' },
  });
  return { version: 2, facts: { ...facts, ...change } };
}

/** Answers with a shop's details. */
export const answerShop =
  (shop = shopOf()) =>
  (router: ConnectRouter) => {
    router.service(ShopService, { getShop: () => ({ shop }) });
  };

/** Answers with the names of staff members by their ids. */
export const answerNames = (names: Readonly<Record<string, string>>) => (router: ConnectRouter) => {
  router.service(StaffDirectoryService, {
    listStaffNames: () => ({ names: Object.entries(names).map(([staffId, name]) => ({ staffId, name })) }),
  });
};

/** A payment that paid its order. `change` overrides its fields. */
export function paymentOf(change: Partial<OrderPayment> = {}): OrderPayment {
  return {
    paymentId: 'pay-1',
    orderId: 'o-1',
    orderNumber: 'VM-261122-QTSWW',
    state: 'paid',
    provider: 'razorpay',
    providerPaymentId: 'pay_Q1',
    asked: 498,
    paid: 498,
    fee: 11.75,
    left: 498,
    refunds: [],
    startedAt: '2026-11-22T04:28:00Z',
    paidAt: '2026-11-22T04:31:00Z',
    ...change,
  };
}
