/** Style sheets, imported for what they do. */
declare module "*.css";
