/** In place of `url-parse`: Node has it. */
export default URL;
