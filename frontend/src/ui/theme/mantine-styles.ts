/**
 * Mantine's styles in a layer, so that the app's own styles win in any order; the first lazy page loads them.
 */
import "@mantine/core/styles.layer.css";
