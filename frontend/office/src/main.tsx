import 'shared/tokens.css';
import './tokens.css';
import './fonts.css';
import './base.css';
import { TransportProvider } from '@connectrpc/connect-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './api/query_client';
import { transport } from './api/transport';
import { officeRoutes } from './routes';
import { ReauthenticationDialog } from './session/ReauthenticationDialog';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has the element root');

const router = createBrowserRouter(officeRoutes());

createRoot(place).render(
  <StrictMode>
    <TransportProvider transport={transport}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ReauthenticationDialog />
      </QueryClientProvider>
    </TransportProvider>
  </StrictMode>,
);
