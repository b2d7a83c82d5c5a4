import { rememberTyped } from './components/form/typed-early';

rememberTyped();
