// The screens of packing and handover, and how to open them.

export const shotsOfPacking = {
  pack: {
    role: 'packer',
    open: async (page, office) => {
      const order = office.state.orders.find(
        ({ status, lines }) => status === 'confirmed' && lines.length > 1,
      );
      await page.goto('/pack');
      await page.getByLabel('Scan an order').fill(order.orderNumber);
      await page.keyboard.press('Enter');
      await page.getByLabel('Scan each pack').fill(order.lines[0].sku);
      await page.keyboard.press('Enter');
      await page.getByText(/: 1 of/).waitFor();
    },
  },
  'pack-weight': {
    role: 'packer',
    open: async (page, office) => {
      const order = office.state.orders.find(({ status }) => status === 'confirmed');
      await page.goto('/pack');
      await page.getByLabel('Scan an order').fill(order.orderNumber);
      await page.keyboard.press('Enter');
      const codes = order.lines.flatMap(({ sku, quantity }) => Array.from({ length: quantity }, () => sku));
      for (const code of codes) {
        await page.getByLabel('Scan each pack').fill(code);
        await page.keyboard.press('Enter');
      }
      await page.getByLabel(/Parcel weight/).fill('60000');
      await page.keyboard.press('Enter');
      await page.getByText(/A parcel weighs 1 g/).waitFor();
    },
  },
  'print-weights': {
    role: 'packer',
    open: async (page, office) => {
      const weighed = office.state.orders.filter(
        (order) => order.status === 'packed' && order.parcelWeightInGrams,
      );
      const numbers = weighed.slice(0, 2).map(({ orderNumber }) => orderNumber);
      await page.goto(`/orders/print?view=labels&numbers=${numbers.join(',')}`);
      await page
        .getByText(/^Weight/)
        .first()
        .waitFor();
    },
  },
  'print-slip-weight': {
    role: 'packer',
    open: async (page, office) => {
      const { orderNumber } = office.state.orders.find(
        (order) => order.status === 'packed' && order.parcelWeightInGrams,
      );
      await page.goto(`/orders/print?view=slips&numbers=${orderNumber}`);
      await page.getByText(/, parcel /).waitFor();
    },
  },
  'print-pick': {
    role: 'packer',
    open: async (page, office) => {
      const confirmed = office.state.orders.filter(({ status }) => status === 'confirmed').slice(0, 3);
      const numbers = confirmed.map(({ orderNumber }) => orderNumber).join(',');
      await page.goto(`/orders/print?view=pick&numbers=${numbers}`);
      await page
        .getByText(/of batch/)
        .first()
        .waitFor();
    },
  },
  'print-invoices': {
    role: 'packer',
    open: async (page, office) => {
      const packed = office.state.orders.filter(({ status }) => status === 'packed').slice(0, 2);
      const numbers = packed.map(({ orderNumber }) => orderNumber).join(',');
      await page.goto(`/orders/print?view=invoices&numbers=${numbers}`);
      await page.getByRole('link', { name: 'Open to print' }).waitFor();
    },
  },
  weight: {
    role: 'packer',
    open: async (page, office) => {
      const order = office.state.orders.find(({ status }) => status === 'packed');
      await page.goto(`/orders/${order.orderNumber}`);
      await page.getByRole('button', { name: 'Correct the weight…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'pack-wrong': {
    role: 'packer',
    open: async (page, office) => {
      const order = office.state.orders.find(({ status }) => status === 'confirmed');
      await page.goto('/pack');
      await page.getByLabel('Scan an order').fill(order.orderNumber);
      await page.keyboard.press('Enter');
      await page.getByLabel('Scan each pack').fill('XYZ-1');
      await page.keyboard.press('Enter');
      await page.getByText('XYZ-1 is not in this order').waitFor();
    },
  },
  handover: {
    role: 'packer',
    open: async (page, office) => {
      await page.goto('/handover');
      await page.getByLabel('Carrier').fill('Delhivery');
      const packed = office.state.orders.filter(({ status }) => status === 'packed').slice(0, 3);
      for (const [index, { orderNumber }] of packed.entries()) {
        await page.getByLabel(/Scan an order/).fill(orderNumber);
        await page.keyboard.press('Enter');
        await page.getByText(`${orderNumber}: now scan its tracking number`).waitFor();
        await page.getByLabel(/Scan an order/).fill(`1499${index}20031${index}`);
        await page.keyboard.press('Enter');
        await page.getByText(/has tracking number/).waitFor();
      }
    },
  },
};
