import type { Me, Order, OrderState } from './api/types';

/** An order as tests need it: two packs of one product, and what they change of it. */
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
    version: 1,
    fullName: 'Asha Patel',
    email: 'asha@example.com',
    mobileNumber: '9876543210',
    deliveryAddress: '12 Ring Road, Surat',
    pincode: '395009',
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

/** The same in another state. */
export function orderIn(status: OrderState, nextStates: OrderState[], change: Partial<Order> = {}): Order {
  const changes: Order['changes'] = [
    ...orderOf().changes,
    { version: 2, to: status, actor: 'staff', reason: '', changedAt: '2026-11-22T05:00:00Z', lines: [] },
  ];
  return orderOf({ status, nextStates, version: 2, changes, ...change });
}

/** Somebody who may do all this. */
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
