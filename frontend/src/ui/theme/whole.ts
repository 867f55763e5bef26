/** The kit's own styles, in a layer of theirs so that ours win whatever the order; they come with the first lazy page. */
import "@mantine/core/styles.layer.css";
