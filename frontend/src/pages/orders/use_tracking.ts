import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { trackOrder } from '../../api/client';
import { shopperMessage } from '../../api/errors';
import type { Order } from '../../api/types';
import { useForm } from '../../forms/use_form';
import { inPlace } from '../../navigation/RouteChange';
import { paths } from '../../paths';
import { checkTracking, sentTracking, trackingFields } from '../../rules/tracking';

/** An order that was found, and the mobile number it was found by. */
interface Found {
  order: Order;
  mobilenumber: string;
}

/**
 * The form that finds an order. The order's number stands in the address, so that the link of a mail brings it along; the
 * mobile number is nowhere but on this page, because with it anybody could act for the shopper.
 */
export function useTracking() {
  const navigate = useNavigate();
  const asked = useSearchParams()[0].get('order') ?? '';
  const [values, setValues] = useState({ orderNumber: asked, mobilenumber: '' });
  const [found, setFound] = useState<Found>();
  const [read, setRead] = useState(asked);
  if (read !== asked) {
    setRead(asked);
    if (asked !== found?.order.orderNumber) {
      setValues({ ...values, orderNumber: asked });
      setFound(undefined);
    }
  }

  const form = useForm({
    fields: trackingFields,
    values,
    setField: (field, value) => setValues((current) => ({ ...current, [field]: value })),
    check: checkTracking,
    async send(typed) {
      setFound(undefined);
      const tracking = sentTracking(typed);
      const order = await trackOrder(tracking);
      setFound({ order, mobilenumber: tracking.mobilenumber });
      navigate(paths.trackOf(order.orderNumber), { replace: true, state: inPlace });
    },
    refusalOf: shopperMessage,
  });

  return {
    ...form,
    found,
    /** Shows the order as it stands since. */
    setOrder: (order: Order) => setFound((current) => current && { ...current, order }),
  };
}
