import { expect, test } from 'vitest';
import { orderIn } from '../../test_data';
import { reasonNotToShip, withParcel, withTracking } from './handover';

const first = orderIn('packed', ['shipped'], { orderNumber: 'VM-1' });
const second = orderIn('packed', ['shipped'], { orderNumber: 'VM-2' });

test('a tracking number belongs to the order that was scanned last, and to one only', () => {
  let { parcels, problem } = withTracking([], 'AWB1');
  expect(problem).toContain('Scan an order first');
  ({ parcels } = withTracking(withParcel(parcels, first), 'AWB1'));
  ({ parcels, problem } = withTracking(withParcel(parcels, second), 'AWB1'));
  expect(problem).toBe('AWB1 is the parcel of VM-1.');
  ({ parcels } = withTracking(parcels, 'AWB2'));
  expect(parcels.map(({ order, trackingNumber }) => [order.orderNumber, trackingNumber])).toEqual([
    ['VM-1', 'AWB1'],
    ['VM-2', 'AWB2'],
  ]);
  const again = withParcel(parcels, first);
  expect(again.map(({ trackingNumber }) => trackingNumber)).toEqual(['AWB2', 'AWB1']);
});

test('only packed orders go out', () => {
  expect(reasonNotToShip(first)).toBeUndefined();
  expect(reasonNotToShip(orderIn('confirmed', ['packed']))).toContain('“To pack” and not to be handed over');
});
