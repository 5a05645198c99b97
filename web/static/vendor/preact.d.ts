// The types of preact.js, as far as the page uses them, for editors and tsc.

export type VNode = { type: unknown; props: any; key: any };
export type Child = VNode | string | number | boolean | null | undefined | Child[];
export type Signal<T> = { value: T; peek(): T; subscribe(run: (value: T) => void): () => void };
export type ReadonlySignal<T> = { readonly value: T; peek(): T; subscribe(run: (value: T) => void): () => void };
export type Ref<T> = { current: T };
export type Context<T> = { Provider: any };

export function html(strings: TemplateStringsArray, ...values: any[]): any;
export function h(type: any, props?: any, ...children: any[]): VNode;
export const Fragment: any;
export function render(vnode: any, parent: Element): void;
export function createContext<T>(initial: T): Context<T>;
export function createRef<T = any>(): Ref<T | null>;

export function useState<T>(initial: T | (() => T)): [T, (next: T | ((last: T) => T)) => void];
export function useEffect(run: () => void | (() => void), inputs?: any[]): void;
export function useLayoutEffect(run: () => void | (() => void), inputs?: any[]): void;
export function useRef<T = any>(initial?: any): Ref<T>;
export function useMemo<T>(make: () => T, inputs?: any[]): T;
export function useCallback<T extends Function>(f: T, inputs?: any[]): T;
export function useContext<T>(context: Context<T>): T;
export function useId(): string;
export function useErrorBoundary(report?: (error: any) => void): [any, () => void];

export function signal<T>(initial: T): Signal<T>;
export function computed<T>(f: () => T): ReadonlySignal<T>;
export function effect(run: () => void | (() => void)): () => void;
export function batch<T>(run: () => T): T;
export function untracked<T>(run: () => T): T;
export function useSignal<T>(initial: T): Signal<T>;
export function useComputed<T>(f: () => T): ReadonlySignal<T>;
export function useSignalEffect(run: () => void | (() => void)): void;
