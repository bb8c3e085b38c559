import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** Shown in place of the broken part. */
  instead: ReactNode;
  children: ReactNode;
}

/** Contains a rendering error of a part, so that the rest of the page stays. */
export class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
